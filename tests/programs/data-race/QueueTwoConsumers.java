import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Each message goes to one of two consumers, which may change it. */
public class QueueTwoConsumers {
    static class Message {
        int reads;
    }

    private static final BlockingQueue<Message> QUEUE = new LinkedBlockingQueue<>();

    static void consumeOk() {
        try {
            QUEUE.take().reads++;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        new Thread(QueueTwoConsumers::consumeOk).start();
        new Thread(QueueTwoConsumers::consumeOk).start();
        QUEUE.add(new Message());
        QUEUE.add(new Message());
    }
}
