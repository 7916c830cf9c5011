// exact: none

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Chains of CompletableFuture: each stage gets the result of the one before. */
public class CompletableFutures {
    static class A {}

    static class B {}

    static class C {}

    static class D {}

    static class Oops extends RuntimeException {}

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CompletableFuture<A> first = CompletableFuture.supplyAsync(() -> new A());
        see(first.get());  // points to: A@21
        CompletableFuture<B> second = first.thenApplyAsync(
                given -> {
                    see(given);  // points to: A@21
                    return new B();
                },
                pool);
        see(second.join());  // points to: B@26
        second.thenAcceptAsync(given -> see(given)).get();  // points to: B@26
        CompletableFuture<Object> both = first.thenCombineAsync(second, (x, y) -> {
            see(x);  // points to: A@21
            see(y);  // points to: B@26
            return new C();
        });
        see(both.get());  // points to: C@34
        see(first.thenCompose(x -> CompletableFuture.completedFuture(new D())).get());  // points to: D@37
        CompletableFuture<Object> failed = CompletableFuture.supplyAsync(() -> {
            throw new Oops();
        });
        see(failed.handle((value, thrown) -> new C()).get());  // points to: C@41
        CompletableFuture.runAsync(() -> see(pool), pool).get();  // points to: ThreadPoolExecutor@20
        pool.shutdown();
    }

    static void see(Object o) {}
}
