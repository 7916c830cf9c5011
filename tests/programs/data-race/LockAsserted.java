// snarl: --open LockAsserted
/** Who calls these must hold the lock, and the program says so itself. */
public class LockAsserted {
    private final Object lock = new Object();
    private int countOk;
    private int countBad;
    private int otherBad;

    public void addOk() {
        assert Thread.holdsLock(lock);
        countOk++;
    }

    public int countOk() {
        synchronized (lock) {
            return countOk;
        }
    }

    public void addBad() {
        assert lock != null;
        countBad++;  // expect: data-race LockAsserted.countBad
    }

    public int countBad() {
        synchronized (lock) {
            return countBad;
        }
    }

    public void addOtherBad() {
        assert Thread.holdsLock(this);
        otherBad++;  // expect: data-race LockAsserted.otherBad
    }

    public int otherBad() {
        synchronized (lock) {
            return otherBad;
        }
    }
}
