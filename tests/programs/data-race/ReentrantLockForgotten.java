import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The getter forgets the lock. */
public class ReentrantLockForgotten {
    private final Lock lock = new ReentrantLock();
    private int count;

    void count() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    int getBad() {
        return count;  // expect: data-race ReentrantLockForgotten.count
    }

    public static void main(String[] args) {
        ReentrantLockForgotten shared = new ReentrantLockForgotten();
        new Thread(shared::count).start();
        System.out.println(shared.getBad());
    }
}
