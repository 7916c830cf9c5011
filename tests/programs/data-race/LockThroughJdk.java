// snarl: --open LockThroughJdk
import java.util.concurrent.locks.ReentrantLock;

/** The lock is still held when the JDK calls back: `String.valueOf` calls `toString`. */
public class LockThroughJdk {
    static class Numbers {
        private int last;

        void set(int number) {
            last = number;
        }

        @Override
        public String toString() {
            return last > 1 ? "numbers" : "number";
        }
    }

    static class Names {
        private int last;

        void set(int number) {
            last = number;  // expect: data-race LockThroughJdk$Names.last
        }

        @Override
        public String toString() {
            return last > 1 ? "names" : "name";
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock otherLock = new ReentrantLock();
    private final Numbers numbers = new Numbers();
    private final Names names = new Names();

    public void setOk(int number) {
        lock.lock();
        try {
            numbers.set(number);
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

    public void setBad(int number) {
        lock.lock();
        try {
            names.set(number);
        } finally {
            lock.unlock();
        }
    }

    public String textBad() {
        otherLock.lock();
        try {
            return String.valueOf(names);
        } finally {
            otherLock.unlock();
        }
    }
}
