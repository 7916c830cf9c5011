// snarl: --open LockGivenBackByHelper
import java.util.concurrent.locks.ReentrantLock;

/** A helper gives back the lock that its caller has taken: what it does before is guarded, what it does afterwards not. */
public class LockGivenBackByHelper {
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock other = new ReentrantLock();
    private int before;
    private int after;
    private int deep;
    private int again;
    private int besides;

    public void workOk() {
        lock.lock();
        before++;
        again++;
        leave();
    }

    private void leave() {
        before++;
        lock.unlock();
        after++;  // expect: data-race LockGivenBackByHelper.after
        later();
        lock.lock();
        again++;
        lock.unlock();
    }

    private void later() {
        deep++;  // expect: data-race LockGivenBackByHelper.deep
    }

    public void workBad() {
        lock.lock();
        after++;
        deep++;
        lock.unlock();
    }

    public void workBesidesOk() {
        other.lock();
        try {
            lock.lock();
            leaveBesides();
        } finally {
            other.unlock();
        }
    }

    private void leaveBesides() {
        lock.unlock();
        besides++;
    }
}
