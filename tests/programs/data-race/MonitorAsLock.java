import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Locks that are made of a monitor and a flag. */
public class MonitorAsLock {
    static class Simple {
        private boolean isLocked;

        synchronized void lock() throws InterruptedException {
            while (isLocked) {
                wait();
            }
            isLocked = true;
        }

        synchronized boolean tryLock() {
            if (isLocked) {
                return false;
            }
            isLocked = true;
            return true;
        }

        synchronized void unlock() {
            isLocked = false;
            notify();
        }
    }

    static class Reentrant {
        private boolean isLocked;
        private Thread owner;
        private int count;

        synchronized void lock() throws InterruptedException {
            while (isLocked && owner != Thread.currentThread()) {
                wait();
            }
            isLocked = true;
            owner = Thread.currentThread();
            count++;
        }

        synchronized void unlock() {
            if (owner == Thread.currentThread() && --count == 0) {
                isLocked = false;
                notify();
            }
        }
    }

    static class ByCondition {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition free = lock.newCondition();
        private int inside;

        void enter() throws InterruptedException {
            lock.lock();
            try {
                while (inside > 0) {
                    free.await();
                }
                inside++;
            } finally {
                lock.unlock();
            }
        }

        void leave() {
            lock.lock();
            try {
                inside--;
                free.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    /** It looks once, and not again when it wakes. */
    static class LooksOnce {
        private boolean isLocked;

        synchronized void lock() throws InterruptedException {
            if (isLocked) {
                wait();
            }
            isLocked = true;
        }

        synchronized void unlock() {
            isLocked = false;
            notify();
        }
    }

    /** It lets the monitor go between looking and saying. */
    static class LetsGo {
        private boolean isLocked;

        void lock() throws InterruptedException {
            synchronized (this) {
                while (isLocked) {
                    wait();
                }
            }
            synchronized (this) {
                isLocked = true;
            }
        }

        synchronized void unlock() {
            isLocked = false;
            notify();
        }
    }

    /** Somebody lets others out. */
    static class OpenedByAnyone {
        private boolean isLocked;

        synchronized void lock() throws InterruptedException {
            while (isLocked) {
                wait();
            }
            isLocked = true;
        }

        synchronized void unlock() {
            isLocked = false;
            notify();
        }
    }

    final Simple simple = new Simple();
    final Simple tried = new Simple();
    final Reentrant reentrant = new Reentrant();
    final ByCondition condition = new ByCondition();
    final LooksOnce looksOnce = new LooksOnce();
    final LetsGo letsGo = new LetsGo();
    final OpenedByAnyone opened = new OpenedByAnyone();
    private boolean busy;
    int bySimple, byReentrant, byCondition, byFlag, byNothing, byLooksOnce, byLetsGo, byOpened;

    void simpleOk() throws InterruptedException {
        simple.lock();
        try {
            bySimple++;
        } finally {
            simple.unlock();
        }
    }

    void tryOk() {
        if (simple.tryLock()) {
            bySimple++;
            simple.unlock();
        }
    }

    void tryBad() {
        tried.tryLock();
        byNothing++;  // expect: data-race MonitorAsLock.byNothing
    }

    void reentrantOk() throws InterruptedException {
        reentrant.lock();
        byReentrant++;
        reentrant.unlock();
    }

    void conditionOk() throws InterruptedException {
        condition.enter();
        byCondition++;
        condition.leave();
    }

    void flagOk() throws InterruptedException {
        synchronized (this) {
            while (busy) {
                wait();
            }
            busy = true;
        }
        byFlag++;
        synchronized (this) {
            busy = false;
            notifyAll();
        }
    }

    void looksOnceBad() throws InterruptedException {
        looksOnce.lock();
        byLooksOnce++;  // expect: data-race MonitorAsLock.byLooksOnce
        looksOnce.unlock();
    }

    void letsGoBad() throws InterruptedException {
        letsGo.lock();
        byLetsGo++;  // expect: data-race MonitorAsLock.byLetsGo
        letsGo.unlock();
    }

    void openedBad() throws InterruptedException {
        opened.lock();
        byOpened++;  // expect: data-race MonitorAsLock.byOpened
        opened.unlock();
    }

    void run() {
        try {
            simpleOk();
            tryOk();
            tryBad();
            reentrantOk();
            conditionOk();
            flagOk();
            looksOnceBad();
            letsGoBad();
            openedBad();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        MonitorAsLock it = new MonitorAsLock();
        new Thread(it::run).start();
        new Thread(it::run).start();
        it.opened.unlock();
    }
}
