import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;

/**
 * A factory of threads that asks the JDK's, and one that asks this one: each makes one thread of what it gets. A loop
 * that is made with its thread has it for itself; one that is given to two threads does not.
 */
public class FactoryOfFactory {
    static final class Daemons implements ThreadFactory {
        static final ThreadFactory INSTANCE = new Daemons();
        private static final ThreadFactory PLAIN = Executors.defaultThreadFactory();

        @Override
        public Thread newThread(Runnable task) {
            Thread thread = PLAIN.newThread(task);
            thread.setDaemon(true);
            return thread;
        }
    }

    static final class Named implements ThreadFactory {
        @Override
        public Thread newThread(Runnable task) {
            Thread thread = Daemons.INSTANCE.newThread(task);
            thread.setName("named");
            return thread;
        }
    }

    static final class Loop implements Runnable {
        private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        private volatile boolean isStopped;
        private int size;

        @Override
        public void run() {
            while (!isStopped) {
                takeOk();
            }
        }

        private void takeOk() {
            if (queue.poll() != null) {
                size++;
            }
        }
    }

    static final class TwiceRun implements Runnable {
        private int rounds;

        @Override
        public void run() {
            goBad();
        }

        private void goBad() {
            rounds++;  // expect: data-race FactoryOfFactory$TwiceRun.rounds
        }
    }

    private final Loop loop;
    private final TwiceRun shared;
    private final Thread[] threads;

    public FactoryOfFactory(boolean isNamed) {
        ThreadFactory factory = isNamed ? new Named() : Daemons.INSTANCE;
        loop = new Loop();
        shared = new TwiceRun();
        threads = new Thread[] {
            factory.newThread(loop), factory.newThread(shared), factory.newThread(shared)
        };
        for (Thread thread : threads) {
            thread.start();
        }
    }

    public void offer(String text) {
        loop.queue.offer(text);
    }

    public void stop() {
        loop.isStopped = true;
    }
}
