// snarl: --open DecidedByFlag
import java.util.concurrent.locks.ReentrantLock;

/** A field that is written until a flag is set, under the flag's lock, stays as it is for all who have seen the flag. */
public class DecidedByFlag {
    private final ReentrantLock lock = new ReentrantLock();
    private Object value;
    private boolean done;
    private Object again;
    private boolean closed;
    private Object late;
    private boolean begun;
    private Object reset;
    private boolean full;
    private Object unasked;
    private boolean open;
    private Object locked;
    private boolean isLocked;
    private Object paused;
    private boolean isPaused;

    public boolean completeOk(Object it) {
        synchronized (this) {
            if (done) {
                return false;
            }
            value = it;
            done = true;
            notifyAll();
        }
        return true;
    }

    public void cancelOk() {
        synchronized (this) {
            done = true;
            notifyAll();
        }
    }

    public Object getOk() throws InterruptedException {
        synchronized (this) {
            while (!done) {
                wait();
            }
        }
        return value;
    }

    public Object nowOk() {
        synchronized (this) {
            if (!done) {
                return null;
            }
        }
        return value;
    }

    public void lockedOk(Object it) {
        lock.lock();
        try {
            if (!isLocked) {
                isLocked = true;
                locked = it;
            }
        } finally {
            lock.unlock();
        }
    }

    public Object unlockedOk() {
        lock.lock();
        try {
            if (!isLocked) {
                return null;
            }
        } finally {
            lock.unlock();
        }
        return locked;
    }

    public synchronized void againBad(Object it) {
        again = it;  // expect: data-race DecidedByFlag.again
        closed = true;
    }

    public Object againBad() {
        synchronized (this) {
            if (!closed) {
                return null;
            }
        }
        return again;
    }

    public void lateBad(Object it) {
        synchronized (this) {
            if (begun) {
                return;
            }
            begun = true;
        }
        synchronized (this) {
            late = it;  // expect: data-race DecidedByFlag.late
        }
    }

    public Object lateBad() {
        synchronized (this) {
            if (!begun) {
                return null;
            }
        }
        return late;
    }

    public synchronized void resetBad(Object it) {
        if (!full) {
            reset = it;  // expect: data-race DecidedByFlag.reset
            full = true;
        }
    }

    public synchronized void resetBad() {
        full = false;
    }

    public Object getResetBad() {
        synchronized (this) {
            if (!full) {
                return null;
            }
        }
        return reset;
    }

    private synchronized void pause() throws InterruptedException {
        wait(1);
    }

    public synchronized void pausedBad(Object it) throws InterruptedException {
        if (!isPaused) {
            pause();
            paused = it;  // expect: data-race DecidedByFlag.paused
            isPaused = true;
        }
    }

    public Object pausedBad() {
        synchronized (this) {
            if (!isPaused) {
                return null;
            }
        }
        return paused;
    }

    public synchronized void unaskedBad(Object it) {
        if (!open) {
            unasked = it;  // expect: data-race DecidedByFlag.unasked
            open = true;
        }
    }

    public Object unaskedBad() {
        synchronized (this) {
            if (!open) {
                System.out.println("not open");
            }
        }
        return unasked;
    }
}
