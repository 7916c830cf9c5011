// snarl: --open FP_LockThroughJdk
import java.util.concurrent.locks.ReentrantLock;

/** The lock is still held when the JDK calls back: `String.valueOf` calls `toString`. */
public class FP_LockThroughJdk {
    static class Numbers {
        private int size;

        void add() {
            size++;  // false alarm: data-race FP_LockThroughJdk$Numbers.size (note)
        }

        @Override
        public String toString() {
            return "" + size;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Numbers numbers = new Numbers();

    public void addOk() {
        lock.lock();
        try {
            numbers.add();
        } finally {
            lock.unlock();
        }
    }

    public String textOk() {
        lock.lock();
        try {
            return String.valueOf(numbers);
        } finally {
            lock.unlock();
        }
    }
}
