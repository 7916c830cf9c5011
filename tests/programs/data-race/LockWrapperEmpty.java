/** A lock class of one's own that does nothing. */
public class LockWrapperEmpty {
    static class Guard {
        void lock() {}

        void unlock() {}
    }

    private final Guard guard = new Guard();
    private int count;

    void countBad() {
        guard.lock();
        try {
            count++;  // expect: data-race LockWrapperEmpty.count
        } finally {
            guard.unlock();
        }
    }

    public static void main(String[] args) {
        LockWrapperEmpty shared = new LockWrapperEmpty();
        new Thread(shared::countBad).start();
        new Thread(shared::countBad).start();
    }
}
