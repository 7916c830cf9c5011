import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a stage is given belongs to it, if the one before has made it and nobody else is given it. */
public class StageArgument {
    static class Order {
        private int total;
    }

    static class Invoice {
        private int total;
    }

    static class Receipt {
        private int total;
    }

    private static final List<Receipt> RECEIPTS = new CopyOnWriteArrayList<>();

    static Order priceOk(Order order) {
        order.total++;
        return order;
    }

    static Invoice priceBad(Invoice invoice) {
        invoice.total++;  // expect: data-race StageArgument$Invoice.total
        return invoice;
    }

    static Receipt keepBad(Receipt receipt) {
        RECEIPTS.add(receipt);
        receipt.total++;  // expect: data-race StageArgument$Receipt.total
        return receipt;
    }

    static void raiseBad(Receipt last) {
        for (Receipt receipt : RECEIPTS) {
            receipt.total += 2;
        }
    }

    public static void main(String[] args) {
        List<CompletableFuture<Order>> orders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            orders.add(CompletableFuture.supplyAsync(() -> new Order())
                    .thenApply(StageArgument::priceOk)
                    .thenApply(order -> {
                        order.total *= 2;
                        return order;
                    }));
            CompletableFuture<Invoice> invoice = CompletableFuture.supplyAsync(() -> new Invoice());
            invoice.thenApplyAsync(StageArgument::priceBad);
            invoice.thenApplyAsync(StageArgument::priceBad);
            CompletableFuture.supplyAsync(() -> new Receipt())
                    .thenApply(StageArgument::keepBad)
                    .thenAccept(StageArgument::raiseBad);
        }
        for (CompletableFuture<Order> order : orders) {
            System.out.println(order.join().total);
        }
    }
}
