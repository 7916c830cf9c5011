import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;

/** Hand-over by queues: producers, consumers, poison pills, mailboxes. */
public class QueuesHandOver {
    static class Job {
        int input;
        int result;

        Job(int input) {
            this.input = input;
        }
    }

    static final Job POISON = new Job(-1);

    static void pipelineOk() throws InterruptedException {
        BlockingQueue<Job> todo = new ArrayBlockingQueue<>(4);
        BlockingQueue<Job> done = new LinkedBlockingQueue<>();
        Thread worker = new Thread(() -> {
            try {
                while (true) {
                    Job job = todo.take();
                    if (job == POISON) break;
                    job.result = job.input * 2;
                    done.put(job);
                }
                done.put(POISON);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        worker.start();
        for (int i = 0; i < 5; i++) todo.put(new Job(i));
        todo.put(POISON);
        for (Job job = done.take(); job != POISON; job = done.take()) {
            System.out.println(job.result);
        }
    }

    static class Ticket {
        int state;
    }

    static void touchedAfterBad() throws InterruptedException {
        BlockingQueue<Ticket> queue = new SynchronousQueue<>();
        Thread worker = new Thread(() -> {
            try {
                queue.take().state++;  // expect: data-race QueuesHandOver$Ticket.state
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        worker.start();
        Ticket t = new Ticket();
        t.state = 1;
        queue.put(t);
        System.out.println(t.state);
        worker.join();
    }

    /** An actor: many senders, one thread at a time that handles. */
    static class Actor extends Thread {
        private final ConcurrentLinkedQueue<Integer> mailbox = new ConcurrentLinkedQueue<>();
        private int sum;
        private int handled;
        private volatile boolean stopped;

        void tell(int n) {
            mailbox.add(n);
        }

        @Override
        public void run() {
            while (!stopped || !mailbox.isEmpty()) {
                Integer n = mailbox.poll();
                if (n == null) continue;
                sum += n;
                handled++;  // expect: data-race QueuesHandOver$Actor.handled
            }
        }

        int handledBad() {
            return handled;
        }

        int sumAfterJoinOk() throws InterruptedException {
            join();
            return sum;
        }
    }

    static class PlainMailbox {
        private final Deque<String> letters = new ArrayDeque<>();

        void post(String s) {
            letters.addLast(s);  // expect: data-race QueuesHandOver$PlainMailbox.letters
        }

        synchronized String fetchBad() {
            return letters.pollFirst();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        pipelineOk();
        touchedAfterBad();
        Actor actor = new Actor();
        actor.start();
        PlainMailbox box = new PlainMailbox();
        Thread sender = new Thread(() -> {
            for (int i = 0; i < 10; i++) actor.tell(i);
            box.post("x");
        });
        sender.start();
        actor.tell(7);
        System.out.println(box.fetchBad());
        System.out.println(actor.handledBad());
        sender.join();
        actor.stopped = true;
        System.out.println(actor.sumAfterJoinOk());
    }
}
