import java.util.concurrent.CompletableFuture;

/** The stages of a chain run one after the other, and hand an object on. */
public class CompletableChain {
    static class Order {
        int price;
        int tax;
    }

    static Order makeOk() {
        Order order = new Order();
        order.price = 100;
        return order;
    }

    static Order taxOk(Order order) {
        order.tax = order.price / 5;
        return order;
    }

    public static void main(String[] args) {
        Order order = CompletableFuture.supplyAsync(CompletableChain::makeOk)
                .thenApply(CompletableChain::taxOk)
                .join();
        System.out.println(order.price + order.tax);
    }
}
