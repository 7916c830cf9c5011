import java.util.concurrent.locks.ReentrantLock;

/** A lock class of one's own, which hands on to a ReentrantLock. */
public class LockWrapper {
    static class Guard {
        private final ReentrantLock inner = new ReentrantLock();

        void enter() {
            inner.lock();
        }

        void leave() {
            inner.unlock();
        }
    }

    private final Guard guard = new Guard();
    private int count;

    void countOk() {
        guard.enter();
        try {
            count++;
        } finally {
            guard.leave();
        }
    }

    public static void main(String[] args) {
        LockWrapper shared = new LockWrapper();
        new Thread(shared::countOk).start();
        new Thread(shared::countOk).start();
    }
}
