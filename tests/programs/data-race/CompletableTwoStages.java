import java.util.concurrent.CompletableFuture;

/** Two stages that wait for the same future may run at the same time. */
public class CompletableTwoStages {
    static class Order {
        int price;
    }

    static Order make() {
        return new Order();
    }

    static int raiseBad(Order order) {
        order.price++;  // expect: data-race CompletableTwoStages$Order.price
        return order.price;
    }

    static int lowerBad(Order order) {
        order.price--;
        return order.price;
    }

    public static void main(String[] args) {
        CompletableFuture<Order> order = CompletableFuture.supplyAsync(CompletableTwoStages::make);
        CompletableFuture<Integer> more = order.thenApplyAsync(CompletableTwoStages::raiseBad);
        CompletableFuture<Integer> less = order.thenApplyAsync(CompletableTwoStages::lowerBad);
        System.out.println(more.join() + less.join());
    }
}
