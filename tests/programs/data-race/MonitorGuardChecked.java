// snarl: --open MonitorGuardChecked
import java.util.concurrent.locks.ReentrantLock;

/** A guard counts only with its own monitor, which is checked; and who enters may leave. */
public class MonitorGuardChecked {
    private final ReentrantLock lock = new ReentrantLock();
    private int active;

    public static class Guard {
        final MonitorGuardChecked monitor;
        int waiters;

        public Guard(MonitorGuardChecked monitor) {
            this.monitor = monitor;
        }
    }

    public void awaitOk(Guard guard) {
        if (guard.monitor != this) {
            throw new IllegalMonitorStateException();
        }
        lock.lock();
        try {
            guard.waiters++;
        } finally {
            lock.unlock();
        }
    }

    private boolean enterIf(boolean is) {
        lock.lock();
        if (!is) {
            lock.unlock();
        }
        return is;
    }

    private void leaveOk() {
        try {
            active--;
        } finally {
            lock.unlock();
        }
    }

    public void countOk(boolean is) {
        if (enterIf(is)) {
            try {
                active++;
            } finally {
                leaveOk();
            }
        }
    }
}
