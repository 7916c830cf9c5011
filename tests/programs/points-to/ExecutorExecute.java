import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Executor.execute runs the task in a thread; an executor of one's own may run it at once. */
public class ExecutorExecute {
    static class First implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: First@30
        }
    }

    static class Second implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Second@33
        }
    }

    static class Direct implements Executor {
        @Override
        public void execute(Runnable task) {  // reached
            task.run();  // calls: Second.run
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(new First());  // spawns: First.run
        pool.shutdown();
        Executor direct = new Direct();
        direct.execute(new Second());  // calls: Direct.execute, Second.<init>; spawns: nothing
    }

    static void see(Object o) {}
}
