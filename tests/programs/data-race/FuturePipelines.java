import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** thenCompose and thenCombine order what they chain. */
public class FuturePipelines {
    static class Order {
        String customer;
        double total;
        boolean paid;
    }

    static class Bill {
        double amount;
    }

    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    CompletableFuture<Order> load(String id) {
        return CompletableFuture.supplyAsync(() -> {
            Order order = new Order();
            order.customer = id;
            order.total = 3;
            return order;
        }, pool);
    }

    CompletableFuture<Order> pay(Order order) {
        return CompletableFuture.supplyAsync(() -> {
            order.paid = order.total > 0;
            return order;
        }, pool);
    }

    void composeOk() {
        Order order = load("a").thenCompose(this::pay).join();
        System.out.println(order.paid);
    }

    static class Parcel {
        boolean sent;
    }

    CompletableFuture<Parcel> sendApart(Parcel parcel) {
        CompletableFuture.runAsync(() -> parcel.sent = true, pool);  // expect: data-race FuturePipelines$Parcel.sent
        return CompletableFuture.completedFuture(parcel);
    }

    void composeBad() {
        Parcel parcel = CompletableFuture.supplyAsync(Parcel::new, pool).thenCompose(this::sendApart).join();
        System.out.println(parcel.sent);
    }

    void combineOk() {
        CompletableFuture<Bill> one = CompletableFuture.supplyAsync(() -> bill(1), pool);
        CompletableFuture<Bill> two = CompletableFuture.supplyAsync(() -> bill(2), pool);
        Bill both = one.thenCombine(two, (x, y) -> {
            x.amount += y.amount;
            return x;
        }).join();
        System.out.println(both.amount);
    }

    static Bill bill(double amount) {
        Bill it = new Bill();
        it.amount = amount;
        return it;
    }

    private final Map<String, Integer> cache = new HashMap<>();
    private final Map<String, Integer> results = new HashMap<>();

    void pipelineBad() {
        CompletableFuture<Void> a = CompletableFuture.supplyAsync(() -> 1, pool)
            .thenAccept(v -> cache.put("a", v));  // expect: data-race FuturePipelines.cache
        CompletableFuture<Void> b = CompletableFuture.supplyAsync(() -> 2, pool)
            .thenAccept(v -> cache.put("b", v));
        a.join();
        b.join();
        System.out.println(cache);
    }

    void pipelineOk() {
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 1, pool);
        CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> 2, pool);
        results.put("a", a.join());
        results.put("b", b.join());
        System.out.println(results);
    }

    int stage;

    void thenApplyAsyncOk() {
        stage = 1;
        CompletableFuture.runAsync(() -> stage = 2, pool)
            .thenRunAsync(() -> stage = 3, pool)
            .thenRunAsync(() -> stage = 4, pool)
            .whenComplete((ok, error) -> stage = 5)
            .join();
        System.out.println(stage);
    }

    int fork;

    void forkBad() {
        CompletableFuture<Void> root = CompletableFuture.runAsync(() -> { }, pool);
        CompletableFuture<Void> x = root.thenRunAsync(() -> fork++, pool);  // expect: data-race FuturePipelines.fork
        CompletableFuture<Void> y = root.thenRunAsync(() -> fork++, pool);
        x.join();
        y.join();
    }

    int failures;

    void exceptionallyOk() {
        CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> {
            failures = 1;
            if (failures > 0) throw new IllegalStateException();
            return 1;
        }, pool);
        int n = f.exceptionally(e -> {
            failures++;
            return 0;
        }).handle((v, e) -> v).join();
        System.out.println(failures + n);
    }

    public static void main(String[] args) {
        FuturePipelines it = new FuturePipelines();
        it.composeOk();
        it.composeBad();
        it.combineOk();
        it.pipelineBad();
        it.pipelineOk();
        it.thenApplyAsyncOk();
        it.forkBad();
        it.exceptionallyOk();
        it.pool.shutdown();
    }
}
