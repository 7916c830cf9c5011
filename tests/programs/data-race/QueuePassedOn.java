import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What was taken out of a queue belongs to who took it, until it is put into another. */
public class QueuePassedOn {
    static final class Item {
        int words;
        long stamp;
    }

    private static void countOk(BlockingQueue<Item> in, BlockingQueue<Item> out) throws InterruptedException {
        Item item = in.take();
        item.words++;
        out.put(item);
    }

    private static void stampBad(BlockingQueue<Item> in, BlockingQueue<Item> out) throws InterruptedException {
        Item item = in.take();
        out.put(item);
        item.stamp = System.nanoTime();  // expect: data-race QueuePassedOn$Item.stamp
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Item> first = new LinkedBlockingQueue<>();
        BlockingQueue<Item> second = new LinkedBlockingQueue<>();
        BlockingQueue<Item> third = new LinkedBlockingQueue<>();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    countOk(first, second);
                    stampBad(second, third);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
        for (int i = 0; i < 2; i++) {
            first.put(new Item());
        }
        for (int i = 0; i < 2; i++) {
            Item item = third.take();
            System.out.println(item.words + " " + item.stamp);  // expect: data-race QueuePassedOn$Item.stamp
        }
    }
}
