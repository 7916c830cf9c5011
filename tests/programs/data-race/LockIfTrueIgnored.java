// snarl: --open LockIfTrueIgnored
import java.util.concurrent.locks.ReentrantLock;

/** A method that keeps the lock only if it returns true; nobody asks what it returned. */
public class LockIfTrueIgnored {
    private final ReentrantLock lock = new ReentrantLock();
    private int active;
    private int entered;

    private boolean enterIf(boolean is) {
        lock.lock();
        boolean satisfied = false;
        try {
            satisfied = is;
            return satisfied;
        } finally {
            if (!satisfied) {
                lock.unlock();
            }
        }
    }

    public void countOk(boolean is) {
        if (enterIf(is)) {
            try {
                entered++;
            } finally {
                lock.unlock();
            }
        }
    }

    public void countBad(boolean is) {
        boolean in = enterIf(is);
        active++;  // expect: data-race LockIfTrueIgnored.active
        if (in) {
            lock.unlock();
        }
    }
}
