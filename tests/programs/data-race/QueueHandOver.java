import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The producer fills a message and lets it go; the consumer goes on with it. */
public class QueueHandOver {
    static class Message {
        String text;
        boolean read;
    }

    private static final BlockingQueue<Message> QUEUE = new LinkedBlockingQueue<>();

    static void produceOk() {
        for (int i = 0; i < 3; i++) {
            Message message = new Message();
            message.text = "number " + i;
            QUEUE.add(message);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(QueueHandOver::produceOk).start();
        for (int i = 0; i < 3; i++) {
            Message message = QUEUE.take();
            message.read = true;
            System.out.println(message.text);
        }
    }
}
