// snarl: --open ArrayCopiedOrEmpty
import java.util.concurrent.atomic.AtomicReference;

/** A copy that is one for all if it has no elements; where it has some, one for all is known to others. */
public class ArrayCopiedOrEmpty {
    private static final String[] EMPTY = new String[0];
    private static final String[] ONE = new String[1];

    private final AtomicReference<String[]> namesOk = new AtomicReference<>(EMPTY);

    public void addOk(String name) {
        while (true) {
            String[] old = namesOk.get();
            String[] copy = new String[old.length + 1];
            System.arraycopy(old, 0, copy, 0, old.length);
            copy[old.length] = name;
            if (namesOk.compareAndSet(old, copy)) {
                return;
            }
        }
    }

    public void removeOk() {
        while (true) {
            String[] old = namesOk.get();
            int count = old.length - 1;
            String[] copy = count <= 0 ? EMPTY : new String[count];
            System.arraycopy(old, 0, copy, 0, copy.length);
            if (namesOk.compareAndSet(old, copy)) {
                return;
            }
        }
    }

    public String firstOk() {
        String[] names = namesOk.get();
        return names.length == 0 ? "" : names[0];
    }

    public String[] oneBad(String name, boolean isNew) {
        String[] one = isNew ? new String[1] : ONE;
        one[0] = name;  // expect: data-race ArrayCopiedOrEmpty.ONE
        return one;
    }
}
