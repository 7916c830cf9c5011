// exact: none

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An ExecutorCompletionService gives the futures of its tasks as they complete. */
public class CompletionServices {
    static class A {}

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<Object> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> new A());
        see(service.take().get());  // points to: A@15
        pool.shutdown();
    }

    static void see(Object o) {}
}
