// snarl: --open LockGivenBackUnlessDone
import java.util.concurrent.locks.ReentrantLock;

/** Who enters keeps the lock, and gives it back only when waiting has failed. */
public class LockGivenBackUnlessDone {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;
    private int missed;

    private void await() throws InterruptedException {
        Thread.sleep(1);
    }

    private void enter() throws InterruptedException {
        lock.lock();
        boolean done = false;
        try {
            await();
            done = true;
        } finally {
            if (!done) {
                lock.unlock();
            }
        }
    }

    public void countOk() throws InterruptedException {
        enter();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public void countBad() {
        try {
            enter();
            lock.unlock();
        } catch (InterruptedException e) {
            missed++;  // expect: data-race LockGivenBackUnlessDone.missed
        }
    }
}
