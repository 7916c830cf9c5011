import java.util.ArrayList;
import java.util.List;

/** What a thread keeps in itself and asks itself for is its own; what it asks another thread for is not. */
public class CurrentThreadKeeps {
    static final class Worker extends Thread {
        private final Worker next;
        private int done;
        private int random = 1;
        private int asked;
        private int stolen;

        Worker(Runnable task, Worker next) {
            super(task);
            this.next = next;
        }

        int nextInt() {
            random = random * 1_103_515_245 + 12_345;
            return random;
        }
    }

    private static Worker current() {
        Thread thread = Thread.currentThread();
        return thread instanceof Worker ? (Worker) thread : null;
    }

    private static void countOk() {
        ((Worker) Thread.currentThread()).done++;
    }

    private static int chooseOk() {
        Worker worker = current();
        return worker == null ? 0 : worker.nextInt();
    }

    private static void askBad() {
        Worker worker = current();
        if (worker != null && worker.next != null) {
            worker.next.asked++;  // expect: data-race CurrentThreadKeeps$Worker.asked
            worker.asked++;  // expect: data-race CurrentThreadKeeps$Worker.asked
        }
    }

    private static void stealBad(List<Worker> all) {
        for (Worker worker : all) {
            worker.stolen++;  // expect: data-race CurrentThreadKeeps$Worker.stolen
        }
    }

    public static void main(String[] args) {
        List<Worker> all = new ArrayList<>();
        Runnable task = () -> {
            countOk();
            chooseOk();
            askBad();
            stealBad(all);
        };
        Worker first = new Worker(task, null);
        Worker second = new Worker(task, first);
        Worker third = new Worker(task, second);
        all.add(first);
        all.add(second);
        all.add(third);
        first.start();
        second.start();
        third.start();
    }
}
