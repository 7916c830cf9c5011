
/** What threads do to each other. */
class Threads {
    /** What a thread does before it starts another, that one knows; what it does later, not. */
    static class Starts extends Edge {
        @Override
        void give() {}

        @Override
        void take() {}

        @Override
        void run() throws Exception {
            Thread other = new Thread(() -> quietly(this::second));
            ordered = 1;
            other.start();
            racy = 1;
            other.join();
        }
    }

    /** The first thread has no time to do more once it has ended: here it is the other that does. */
    abstract static class Ending extends Edge {
        Thread first;

        @Override
        void give() {}

        @Override
        void run() throws Exception {
            first = new Thread(() -> ordered = 1);
            Thread third = new Thread(() -> racy = 1);
            third.start();
            first.start();
            take();
            ordered++;
            racy++;
            third.join();
        }
    }

    static class Joins extends Ending {
        @Override
        void take() throws Exception {
            first.join();
        }
    }

    static class JoinsForAWhile extends Ending {
        @Override
        void take() throws Exception {
            while (first.isAlive()) {
                first.join(1);
            }
        }
    }

    static class IsAlive extends Ending {
        @Override
        void take() {
            while (first.isAlive()) {
                Thread.yield();
            }
        }
    }

    static class HasState extends Ending {
        @Override
        void take() {
            while (first.getState() != Thread.State.TERMINATED) {
                Thread.yield();
            }
        }
    }

    static class Inherits extends Ending {
        private static final InheritableThreadLocal<int[]> LOCAL = new InheritableThreadLocal<>();

        @Override
        void take() throws Exception {
            LOCAL.set(new int[] {1});
            Thread heir = new Thread(() -> LOCAL.get()[0]++);
            heir.start();
            heir.join();
            first.join();
            LOCAL.get()[0]++;
        }
    }

    static class Runs extends Ending {
        @Override
        void take() throws Exception {
            Thread subclass =
                    new Thread("subclass") {
                        private int own;

                        @Override
                        public void run() {
                            own++;
                        }

                        @Override
                        public String toString() {
                            return "own " + own;
                        }
                    };
            subclass.start();
            subclass.join();
            if (!subclass.toString().equals("own 1")) {
                throw new IllegalStateException(subclass.toString());
            }
            first.join();
        }
    }

    static class ByHandler extends Ending {
        private Throwable thrown;

        @Override
        void take() throws Exception {
            Thread failing =
                    new Thread(
                            () -> {
                                throw new IllegalStateException("as expected");
                            });
            failing.setUncaughtExceptionHandler((thread, problem) -> thrown = problem);
            failing.start();
            failing.join();
            if (thrown == null) {
                throw new IllegalStateException("nothing was thrown");
            }
            first.join();
        }
    }

    static class Interrupts extends Edge {
        volatile Thread second;

        @Override
        void give() {
            while (second == null) {
                Thread.yield();
            }
            second.interrupt();
        }

        @Override
        void take() throws Exception {
            second = Thread.currentThread();
            while (!second.isInterrupted()) {
                Thread.yield();
            }
        }
    }

    /** What it has not seen yet, a thread learns when it comes to do something at all. */
    static class InterruptsBeforeAll extends Edge {
        private final Thread second =
                new Thread(
                        () -> {
                            while (!Thread.interrupted()) {
                                Thread.onSpinWait();
                            }
                            ordered++;
                            racy++;
                        });

        @Override
        void give() {
            second.interrupt();
        }

        @Override
        void take() {}

        @Override
        void run() throws Exception {
            second.start();
            first();
            second.join();
        }
    }

    static class InterruptsPoll extends Interrupts {
        @Override
        void take() throws Exception {
            second = Thread.currentThread();
            while (!Thread.interrupted()) {
                Thread.yield();
            }
        }
    }

    static class InterruptsSleep extends Interrupts {
        @Override
        void take() {
            second = Thread.currentThread();
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException expected) {
                return;
            }
            throw new IllegalStateException("nobody interrupted");
        }
    }

    static class InterruptsWait extends Interrupts {
        @Override
        synchronized void take() {
            second = Thread.currentThread();
            try {
                wait(100_000);
            } catch (InterruptedException expected) {
                return;
            }
            throw new IllegalStateException("nobody interrupted");
        }
    }
}
