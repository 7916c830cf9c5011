// snarl: --open LockInCopiedFinally
import java.util.concurrent.locks.ReentrantLock;

/** A compiler copies what `finally` has to each end of a `try`; in one copy, what is asked has one answer. */
public class LockInCopiedFinally {
    private final ReentrantLock lock = new ReentrantLock();
    private int failed;
    private int lost;
    private int count;
    private boolean isScheduled;

    public boolean enterOk(int limit) {
        lock.lock();
        boolean done = false;
        boolean threw = true;
        try {
            done = count < limit / count;
            threw = false;
            return done;
        } finally {
            if (!done) {
                if (threw) {
                    failOk();
                }
                lock.unlock();
            }
        }
    }

    public void leaveOk() {
        if (lock.isHeldByCurrentThread()) {
            count++;
            failOk();
            lock.unlock();
        }
    }

    public void runOk(int[] numbers) {
        boolean isRunning = true;
        int at = 0;
        try {
            while (true) {
                synchronized (this) {
                    if (at == numbers.length) {
                        isScheduled = false;
                        isRunning = false;
                        break;
                    }
                }
                numbers[at] /= at++;
            }
        } finally {
            if (isRunning) {
                synchronized (this) {
                    isScheduled = false;
                }
            }
        }
    }

    public synchronized boolean scheduleOk() {
        boolean before = isScheduled;
        isScheduled = true;
        return before;
    }

    private void failOk() {
        failed++;
    }

    public void enterBad(int limit) {
        lock.lock();
        boolean threw = true;
        try {
            lost = limit / count;
            threw = false;
        } finally {
            lock.unlock();
            if (threw) {
                loseBad();
            }
        }
    }

    private void loseBad() {
        lost++;  // expect: data-race LockInCopiedFinally.lost
    }
}
