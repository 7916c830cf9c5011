import java.util.concurrent.ThreadFactory;

/** A factory that lets two threads have one task, and a method that starts many with it. */
public class FactoryTwoThreads {
    static final class Pairs implements ThreadFactory {
        @Override
        public Thread newThread(Runnable task) {
            new Thread(task).start();
            return new Thread(task);
        }
    }

    static final class Counted implements Runnable {
        private int count;

        @Override
        public void run() {
            countBad();
        }

        private void countBad() {
            count++;  // expect: data-race FactoryTwoThreads$Counted.count
        }
    }

    static final class Added implements Runnable {
        private int sum;

        @Override
        public void run() {
            addBad();
        }

        private void addBad() {
            sum++;  // expect: data-race FactoryTwoThreads$Added.sum
        }
    }

    private static void startTwo(Runnable task) {
        for (int i = 0; i < 2; i++) {
            new Thread(task).start();
        }
    }

    public static void main(String[] args) {
        new Pairs().newThread(new Counted()).start();
        startTwo(new Added());
    }
}
