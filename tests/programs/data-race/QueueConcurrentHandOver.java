import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The same hand-over by a queue that does not block. */
public class QueueConcurrentHandOver {
    static class Message {
        String text;
    }

    private static final Queue<Message> QUEUE = new ConcurrentLinkedQueue<>();

    static void produceOk() {
        Message message = new Message();
        message.text = "hello";
        QUEUE.offer(message);
    }

    public static void main(String[] args) {
        new Thread(QueueConcurrentHandOver::produceOk).start();
        Message message = QUEUE.poll();
        if (message != null) {
            System.out.println(message.text);
        }
    }
}
