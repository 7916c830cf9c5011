import java.util.function.Consumer;

/** A lambda is called under the lock of its argument, or under its own: neither is the lock of what it has captured. */
public class LambdaUnderItsOwnLock {
    static class Item {
        int size;
    }

    static class Count {
        int value;
    }

    static class Total {
        int value;
    }

    static void withItem(Item item, Consumer<Item> work) {
        synchronized (item) {
            work.accept(item);
        }
    }

    static void run(Runnable task) {
        synchronized (task) {
            task.run();
        }
    }

    static void workBad(Item shared, Count first, Count second, Total total) {
        withItem(shared, item -> item.size++);
        withItem(new Item(), item -> {
            first.value += item.size;  // expect: data-race LambdaUnderItsOwnLock$Count.value
            second.value += item.size;
        });
        run(() -> total.value++);  // expect: data-race LambdaUnderItsOwnLock$Total.value
    }

    public static void main(String[] args) throws InterruptedException {
        Item item = new Item();
        Count first = new Count();
        Count second = new Count();
        Total total = new Total();
        Runnable task = () -> workBad(item, first, second, total);
        Thread one = new Thread(task);
        Thread two = new Thread(task);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
