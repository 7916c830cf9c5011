import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** FutureTask gives what its callable returned, or its runnable's result; it can run in a thread. */
public class FutureTasks {
    static class A {}

    static class B {}

    static class Work implements Callable<Object> {
        @Override
        public Object call() {  // reached
            return new A();
        }
    }

    public static void main(String[] args) throws Exception {
        FutureTask<Object> task = new FutureTask<>(new Work());
        Thread thread = new Thread(task);
        thread.start();  // spawns: Thread.run
        see(task.get());  // points to: A@13; points to (ci): A@13 B@22
        FutureTask<Object> given = new FutureTask<>(() -> {}, new B());
        given.run();
        see(given.get());  // points to: B@22; points to (ci): A@13 B@22
        thread.join();
    }

    static void see(Object o) {}
}
