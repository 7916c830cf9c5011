// snarl: --open MailboxOfThread
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** An object leaves tasks to the one thread that takes them out of its queue: they run in turn there. */
public class MailboxOfThread {
    private final Actor actor = new Actor();
    private final Twins twins = new Twins();
    private final BlockingQueue<Runnable> common = new LinkedBlockingQueue<>();
    private final Guest guest = new Guest(common);
    private final Guest other = new Guest(common);

    static class Actor {
        private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
        private final Map<String, Integer> stock = new HashMap<>();
        private int orders;
        private int taken;
        private int asked;
        private volatile boolean running = true;

        Actor() {
            new Thread(this::workOk).start();
        }

        private void workOk() {
            while (running) {
                try {
                    inbox.take().run();
                    taken++;
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        void orderOk(String item, int count) {
            inbox.add(() -> {
                orders++;
                stock.merge(item, -count, Integer::sum);
            });
        }

        CompletableFuture<Integer> countOk() {
            CompletableFuture<Integer> result = new CompletableFuture<>();
            inbox.add(() -> result.complete(orders + taken));
            return result;
        }

        void askBad() {
            inbox.add(() -> asked++);
        }

        int askedBad() {
            return asked;  // expect: data-race MailboxOfThread$Actor.asked
        }
    }

    static class Twins {
        private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
        private int births;

        Twins() {
            new Thread(this::workBad).start();
            new Thread(this::workBad).start();
        }

        private void workBad() {
            try {
                inbox.take().run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void bearBad() {
            inbox.add(() -> births++);  // expect: data-race MailboxOfThread$Twins.births
        }
    }

    static class Guest {
        private final BlockingQueue<Runnable> inbox;
        private int visits;

        Guest(BlockingQueue<Runnable> inbox) {
            this.inbox = inbox;
            new Thread(this::workBad).start();
        }

        private void workBad() {
            try {
                inbox.take().run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void visitBad() {
            inbox.add(() -> visits++);  // expect: data-race MailboxOfThread$Guest.visits
        }
    }

    public void order(String item) {
        actor.orderOk(item, 1);
        actor.askBad();
        twins.bearBad();
        guest.visitBad();
        other.visitBad();
    }

    public int asked() {
        return actor.askedBad() + actor.countOk().join();
    }
}
