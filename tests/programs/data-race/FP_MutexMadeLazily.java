// snarl: --open FP_MutexMadeLazily
/** The lock is an object made at its first use, by double-checked locking; there is never a second one. */
public class FP_MutexMadeLazily {
    private volatile Object mutex;
    private double permits;

    private Object mutex() {
        Object found = mutex;
        if (found == null) {
            synchronized (this) {
                found = mutex;
                if (found == null) {
                    mutex = found = new Object();
                }
            }
        }
        return found;
    }

    public void setOk(double value) {
        synchronized (mutex()) {
            permits = value;  // false alarm: data-race FP_MutexMadeLazily.permits (note)
        }
    }

    public double getOk() {
        synchronized (mutex()) {
            return permits;
        }
    }
}
