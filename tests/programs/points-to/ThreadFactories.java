import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** A pool asks its factory for threads, and the threads run the pool's workers. */
public class ThreadFactories {
    static class Worker extends Thread {
        Worker(Runnable target) {
            super(target);
        }

        @Override
        public void run() {  // reached
            see(this);  // points to: Worker@22
            super.run();
        }
    }

    static class Factory implements ThreadFactory {
        @Override
        public Thread newThread(Runnable target) {  // reached
            return new Worker(target);
        }
    }

    static class Task implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Task@35
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newSingleThreadExecutor(new Factory());
        pool.execute(new Task());
        pool.shutdown();
    }

    static void see(Object o) {}
}
