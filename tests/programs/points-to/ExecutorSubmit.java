import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** submit: two tasks of one pool stay apart, and so do their futures. */
public class ExecutorSubmit {
    static class A {}

    static class B {}

    static class First implements Callable<Object> {
        @Override
        public Object call() {  // reached
            see(this);  // points to: First@36
            return new A();
        }
    }

    static class Second implements Callable<Object> {
        @Override
        public Object call() {  // reached
            return new B();
        }
    }

    static class Task implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Task@40
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Object> first = pool.submit(new First());  // spawns: FutureTask.run
        Future<Object> second = pool.submit(new Second());  // spawns: FutureTask.run
        see(first.get());  // points to (2obj, auto): A@16; points to at least: A@16
        see(second.get());  // points to (2obj, auto): B@23; points to at least: B@23
        Future<?> third = pool.submit(new Task());  // spawns: FutureTask.run
        third.get();
        pool.shutdown();
    }

    static void see(Object o) {}
}
