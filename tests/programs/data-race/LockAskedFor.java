// snarl: --open LockAskedFor
import java.util.concurrent.locks.ReentrantLock;

/** Who may only be called with the lock asks for it, and does nothing, or throws, without. */
public class LockAskedFor {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;
    private int depth;
    private int own;
    private int asked;

    public void countOk() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalMonitorStateException();
        }
        count++;
    }

    public void deepOk() {
        if (lock.getHoldCount() == 1) {
            depth++;
        }
    }

    public void ownOk() {
        if (Thread.holdsLock(this)) {
            own++;
        }
    }

    public void lockedOk() {
        lock.lock();
        try {
            count++;
            depth++;
            asked++;
        } finally {
            lock.unlock();
        }
    }

    public synchronized void synchronizedOk() {
        own++;
    }

    public void askedBad() {
        if (lock.getHoldCount() < 2) {
            asked++;  // expect: data-race LockAskedFor.asked
        }
    }
}
