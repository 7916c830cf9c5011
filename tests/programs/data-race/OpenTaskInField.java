/** Objects that make a task for one thread as they are made, and keep it in a field too. */
public class OpenTaskInField {
    public static class OneThread {
        private final Worker worker;

        public OneThread() {
            worker = new Worker();
            new Thread(worker).start();
        }

        public void stop() {
            worker.isStopped = true;
        }
    }

    static final class Worker implements Runnable {
        volatile boolean isStopped;
        private int turns;

        @Override
        public void run() {
            while (!isStopped) {
                turnOk();
            }
        }

        private void turnOk() {
            turns++;
        }
    }

    public static class TwoThreads {
        private final Counter counter;

        public TwoThreads() {
            counter = new Counter();
            new Thread(counter).start();
            new Thread(counter).start();
        }

        public void stop() {
            counter.isStopped = true;
        }
    }

    static final class Counter implements Runnable {
        volatile boolean isStopped;
        private int turns;

        @Override
        public void run() {
            while (!isStopped) {
                turnBad();
            }
        }

        private void turnBad() {
            turns++;  // expect: data-race OpenTaskInField$Counter.turns
        }
    }

    public static class StartedAgain {
        private final Clock clock;

        public StartedAgain() {
            clock = new Clock();
            new Thread(clock).start();
        }

        public void again() {
            new Thread(clock).start();
        }
    }

    static final class Clock implements Runnable {
        private int ticks;

        @Override
        public void run() {
            tickBad();
        }

        private void tickBad() {
            ticks++;  // expect: data-race OpenTaskInField$Clock.ticks
        }
    }
}
