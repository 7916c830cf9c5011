import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Who hands a word over has it no longer; a task that begins twice, or without the word, does not have it. */
public class MailboxScheduledWrongly {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    private final AtomicBoolean first = new AtomicBoolean();
    private final AtomicBoolean second = new AtomicBoolean();
    private final AtomicBoolean third = new AtomicBoolean();
    private final AtomicBoolean fourth = new AtomicBoolean();
    private final AtomicBoolean fifth = new AtomicBoolean();
    private int kept;
    private int twice;
    private int freed;
    private int unasked;
    private int often;

    void keepBad() {
        if (first.compareAndSet(false, true)) {
            pool.execute(this::workFirst);
            kept++;  // expect: data-race MailboxScheduledWrongly.kept
        }
    }

    private void workFirst() {
        kept++;
        first.set(false);
    }

    void startTwiceBad() {
        if (second.compareAndSet(false, true)) {
            pool.execute(this::workSecond);
            pool.execute(this::workSecond);
        }
    }

    private void workSecond() {
        twice++;  // expect: data-race MailboxScheduledWrongly.twice
        second.set(false);
    }

    void freeBad() {
        if (third.compareAndSet(false, true)) {
            pool.execute(this::workThird);
        }
    }

    private void workThird() {
        third.set(false);
        freed++;  // expect: data-race MailboxScheduledWrongly.freed
    }

    void askBad() {
        if (fourth.compareAndSet(false, true)) {
            pool.execute(this::workFourth);
        }
    }

    void doNotAskBad() {
        pool.execute(this::workFourth);
    }

    private void workFourth() {
        unasked++;  // expect: data-race MailboxScheduledWrongly.unasked
        fourth.set(false);
    }

    void repeatBad() {
        if (fifth.compareAndSet(false, true)) {
            clock.scheduleAtFixedRate(this::workFifth, 1, 1, TimeUnit.MILLISECONDS);
        }
    }

    private void workFifth() {
        often++;  // expect: data-race MailboxScheduledWrongly.often
        fifth.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        MailboxScheduledWrongly mailbox = new MailboxScheduledWrongly();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                mailbox.keepBad();
                mailbox.startTwiceBad();
                mailbox.freeBad();
                mailbox.askBad();
                mailbox.doNotAskBad();
                mailbox.repeatBad();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        mailbox.pool.shutdown();
        mailbox.clock.shutdownNow();
    }
}
