import java.util.ArrayDeque;
import java.util.Queue;

/** Hand-over by a queue that is not made for it: the queue itself races. */
public class QueuePlainHandOver {
    private static final Queue<String> QUEUE = new ArrayDeque<>();

    static void produceBad() {
        QUEUE.offer("hello");  // expect: data-race container QueuePlainHandOver.QUEUE
    }

    public static void main(String[] args) {
        new Thread(QueuePlainHandOver::produceBad).start();
        System.out.println(QUEUE.peek());
    }
}
