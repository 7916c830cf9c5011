/** The accesses hold different sets of locks, with one lock in common. */
public class TwoLocksOneCommon {
    private final Object common = new Object();
    private final Object other = new Object();
    private int value;

    public void setOk() {
        synchronized (common) {
            value++;
        }
    }

    public int getOk() {
        synchronized (other) {
            synchronized (common) {
                return value;
            }
        }
    }
}
