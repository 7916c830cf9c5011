// snarl: --open FP_MonitorGuardChecked
import java.util.concurrent.locks.ReentrantLock;

/** A guard counts only with its own monitor, which is checked; and who enters may leave. */
public class FP_MonitorGuardChecked {
    private final ReentrantLock lock = new ReentrantLock();
    private int active;

    public static class Guard {
        final FP_MonitorGuardChecked monitor;
        int waiters;

        public Guard(FP_MonitorGuardChecked monitor) {
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
            active--;  // false alarm: data-race FP_MonitorGuardChecked.active
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
