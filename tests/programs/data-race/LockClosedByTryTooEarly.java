import java.util.concurrent.locks.ReentrantLock;

/** What comes behind a try-with-resources is not under the lock that this has released. */
public class LockClosedByTryTooEarly {
    static class Held implements AutoCloseable {
        private final ReentrantLock taken;

        Held(ReentrantLock lock) {
            taken = lock;
            lock.lock();
        }

        @Override
        public void close() {
            taken.unlock();
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private int inside;
    private int behind;

    void countBad() {
        try (Held held = new Held(lock)) {
            inside++;
        }
        behind++;  // expect: data-race LockClosedByTryTooEarly.behind
    }

    public static void main(String[] args) {
        LockClosedByTryTooEarly shared = new LockClosedByTryTooEarly();
        new Thread(shared::countBad).start();
        new Thread(shared::countBad).start();
        new Thread(() -> {
            try (Held held = new Held(shared.lock)) {
                System.out.println(shared.inside);
            }
        }).start();
    }
}
