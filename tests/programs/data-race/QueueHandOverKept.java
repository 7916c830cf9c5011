import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The producer changes the message when it has already let it go. */
public class QueueHandOverKept {
    static class Message {
        String text;
    }

    private static final BlockingQueue<Message> QUEUE = new LinkedBlockingQueue<>();

    static void produceBad() {
        Message message = new Message();
        QUEUE.add(message);
        message.text = "late";  // expect: data-race QueueHandOverKept$Message.text
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(QueueHandOverKept::produceBad).start();
        System.out.println(QUEUE.take().text);
    }
}
