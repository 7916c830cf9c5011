import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;

/** An actor is scheduled by who sets its word, and frees the word at the end of its own run: it runs once at a time. */
public class MailboxScheduled implements Runnable {
    private final Queue<String> mailbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Executor executor = ForkJoinPool.commonPool();
    private int received;

    void tell(String message) {
        mailbox.add(message);
        schedule();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            executor.execute(this);
        }
    }

    @Override
    public void run() {
        try {
            while (mailbox.poll() != null) {
                receivedOk();
            }
        } finally {
            scheduled.set(false);
            if (!mailbox.isEmpty()) {
                schedule();
            }
        }
    }

    private void receivedOk() {
        received++;
    }

    public static void main(String[] args) {
        MailboxScheduled actor = new MailboxScheduled();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> actor.tell("hello")).start();
        }
    }
}
