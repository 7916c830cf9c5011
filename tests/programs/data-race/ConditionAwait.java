import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** await gives the lock up, and has it again when it returns. */
public class ConditionAwait {
    private final Lock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private String item;

    void putOk(String text) {
        lock.lock();
        try {
            item = text;
            filled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    String takeOk() throws InterruptedException {
        lock.lock();
        try {
            while (item == null) {
                filled.await();
            }
            return item;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConditionAwait slot = new ConditionAwait();
        new Thread(() -> slot.putOk("tea")).start();
        System.out.println(slot.takeOk());
    }
}
