import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A flag that is set once its object was handed over is no flag that somebody polls, if each turn has another object. */
public class FlagOfEachMessage {
    static class Message {
        boolean sent;
        boolean markedOk;
    }

    private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(10);
    private boolean stop;

    void produceBad() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            Message message = new Message();
            message.markedOk = true;
            queue.put(message);
            message.sent = true;  // expect: data-race FlagOfEachMessage$Message.sent
        }
        stop = true;  // expect: data-race FlagOfEachMessage.stop (note)
    }

    void consumeBad() {
        try {
            for (int i = 0; i < 20; i++) {
                Message message = queue.take();
                System.out.println(message.sent ? "sent" : "early");
                System.out.println(message.markedOk);
                if (stop) {
                    System.out.println("stopped");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        FlagOfEachMessage it = new FlagOfEachMessage();
        new Thread(it::consumeBad).start();
        it.produceBad();
    }
}
