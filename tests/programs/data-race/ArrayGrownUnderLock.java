// snarl: --open ArrayGrownUnderLock
import java.util.Arrays;

/** An array that is made at first use and replaced by a larger copy under the lock of its owner, and filled by the variable that has it. */
public class ArrayGrownUnderLock {
    private Object[] slots;
    private Object[] others;
    private int size;

    public synchronized void addOk(Object item) {
        Object[] all = slots;
        if (all == null) {
            all = make();
            slots = all;
        } else if (size == all.length) {
            all = Arrays.copyOf(all, 2 * size);
            slots = all;
        }
        all[size++] = item;
    }

    private Object[] make() {
        return new Object[2];
    }

    public synchronized Object getOk(int index) {
        return slots[index];
    }

    public void putBad(Object item) {
        Object[] all;
        synchronized (this) {
            all = others;
            if (all == null) {
                all = new Object[2];
                others = all;
            }
        }
        all[0] = item;  // expect: data-race ArrayGrownUnderLock.others
    }

    public synchronized Object firstBad() {
        return others[0];
    }
}
