import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** One of two locks is given back, and it is not known which. */
public class LockOfTwoGivenBack {
    private final Lock left = new ReentrantLock();
    private final Lock right = new ReentrantLock();
    private int count;

    void countBad(boolean isLeft) {
        left.lock();
        right.lock();
        Lock first = isLeft ? left : right;
        Lock second = isLeft ? right : left;
        first.unlock();
        count++;  // expect: data-race LockOfTwoGivenBack.count
        second.unlock();
    }

    public static void main(String[] args) {
        LockOfTwoGivenBack shared = new LockOfTwoGivenBack();
        new Thread(() -> shared.countBad(true)).start();
        new Thread(() -> shared.countBad(false)).start();
    }
}
