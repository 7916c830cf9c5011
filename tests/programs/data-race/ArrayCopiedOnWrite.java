// snarl: --open ArrayCopiedOnWrite
import java.util.Arrays;
import java.util.List;

/** Who writes to a copy that he has just made, and then publishes it, disturbs nobody. */
public class ArrayCopiedOnWrite {
    private volatile String[] names = new String[0];
    private volatile String[] places = new String[0];
    private volatile String[] sights = new String[0];
    private volatile String[] late = new String[0];

    public synchronized void nameOk(String name) {
        String[] old = names;
        String[] more = Arrays.copyOf(old, old.length + 1);
        more[old.length] = name;
        names = more;
    }

    public synchronized void placeOk(String place) {
        String[] old = places;
        String[] more = Arrays.copyOfRange(old, 0, old.length + 1);
        more[old.length] = place;
        places = more;
    }

    public synchronized void sortOk(List<String> all) {
        String[] sorted = all.toArray(new String[0]);
        sorted[0] = "first";
        sights = sorted;
    }

    public String firstOk() {
        return names[0] + places[0] + sights[0];
    }

    public synchronized void lateBad(String name) {
        String[] old = late;
        String[] more = Arrays.copyOf(old, old.length + 1);
        late = more;
        more[old.length] = name;  // expect: data-race array ArrayCopiedOnWrite.late
    }

    public String lastBad() {
        String[] all = late;
        return all[all.length - 1];
    }
}
