import java.util.concurrent.atomic.AtomicBoolean;

/** Objects that each have one thread of their own, however it is seen to that there is one. */
public class OpenServiceThread {
    public static class Constructed {
        private final Thread thread;
        private int turns;

        public Constructed() {
            thread = new Thread(this::turnOk);
            thread.start();
        }

        private void turnOk() {
            turns++;
        }

        public synchronized void interrupt() {
            thread.interrupt();
        }
    }

    public static class KeptForLater {
        private final Thread thread = new Thread(this::turnOk);
        private int turns;

        public synchronized void start() {
            thread.start();
        }

        private void turnOk() {
            turns++;
        }
    }

    public static class Latched {
        private final AtomicBoolean started = new AtomicBoolean();
        private int turns;

        public void start() {
            if (!started.compareAndSet(false, true)) {
                return;
            }
            new Thread(this::turnOk).start();
        }

        private void turnOk() {
            turns++;
        }
    }

    public static class Unlatched {
        private final AtomicBoolean started = new AtomicBoolean();
        private int turns;

        public void start() {
            if (started.compareAndSet(false, true)) {
                new Thread(this::turnBad).start();
            }
        }

        public void stop() {
            started.set(false);
        }

        private void turnBad() {
            turns++;  // expect: data-race OpenServiceThread$Unlatched.turns
        }
    }

    public static class Filled {
        private Thread thread;
        private int turns;

        public synchronized void start() {
            if (thread == null) {
                thread = new Thread(this::turnOk);
                thread.start();
            }
        }

        private void turnOk() {
            turns++;
        }
    }

    public static class Emptied {
        private Thread thread;
        private int turns;

        public synchronized void start() {
            if (thread == null) {
                thread = new Thread(this::turnBad);
                thread.start();
            }
        }

        public synchronized void stop() {
            thread = null;
        }

        private void turnBad() {
            turns++;  // expect: data-race OpenServiceThread$Emptied.turns
        }
    }

    public static class Flagged {
        private final Object lock = new Object();
        private boolean isStarted;
        private int turns;

        public void start() {
            synchronized (lock) {
                if (isStarted) {
                    throw new IllegalStateException("it runs");
                }
                isStarted = true;
            }
            new Thread(this::turnOk).start();
        }

        private void turnOk() {
            turns++;
        }
    }

    public static class Unlocked {
        private volatile boolean isStarted;
        private int turns;

        public void start() {
            if (!isStarted) {
                isStarted = true;
                new Thread(this::turnBad).start();
            }
        }

        private void turnBad() {
            turns++;  // expect: data-race OpenServiceThread$Unlocked.turns
        }
    }

    public static class InLoop {
        private int turns;

        public InLoop() {
            for (int i = 0; i < 2; i++) {
                new Thread(this::turnBad).start();
            }
        }

        private void turnBad() {
            turns++;  // expect: data-race OpenServiceThread$InLoop.turns
        }

        public synchronized void shown() {
            System.out.println("in loop");
        }
    }

    public static class ReadByOthers {
        private int turns;

        public ReadByOthers() {
            new Thread(this::turnBad).start();
        }

        private void turnBad() {
            turns++;  // expect: data-race OpenServiceThread$ReadByOthers.turns
        }

        public synchronized int turns() {
            return turns;
        }
    }

    private static class Itself implements Runnable {
        private int turns;

        Itself() {
            new Thread(this).start();
        }

        @Override
        public void run() {
            turns++;
        }
    }

    public Object itselfOk() {
        return new Itself();
    }

    private static class ItselfTwice implements Runnable {
        private int turns;

        ItselfTwice() {
            new Thread(this).start();
            new Thread(this).start();
        }

        @Override
        public void run() {
            turns++;  // expect: data-race OpenServiceThread$ItselfTwice.turns
        }
    }

    public Object itselfTwiceBad() {
        return new ItselfTwice();
    }
}
