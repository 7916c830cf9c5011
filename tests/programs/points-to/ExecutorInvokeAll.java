// exact: 2obj auto

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** invokeAll and invokeAny run each task of a collection. */
public class ExecutorInvokeAll {
    static class A {}

    static class B {}

    static class First implements Callable<Object> {
        @Override
        public Object call() {  // reached
            return new A();
        }
    }

    static class Second implements Callable<Object> {
        @Override
        public Object call() {  // reached
            return new B();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Callable<Object>> tasks = List.of(new First());
        for (Future<Object> future : pool.invokeAll(tasks)) {
            see(future.get());  // points to at least: A@18
        }
        see(pool.invokeAny(List.of(new Second())));  // points to at least: B@25
        pool.shutdown();
    }

    static void see(Object o) {}
}
