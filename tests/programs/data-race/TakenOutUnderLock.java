import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.Map;

/** What is taken out of a collection under its lock is the taker's, until he gives it back. */
public class TakenOutUnderLock {
    static class Task {
        int runs;
    }

    static class Kept {
        int runs;
    }

    static class Looked {
        int runs;
    }

    private final LinkedList<Task> tasks = new LinkedList<>();
    private final Map<String, int[]> counts = new HashMap<>();
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final Deque<Looked> looked = new ArrayDeque<>();

    synchronized void fill() {
        tasks.add(new Task());
        counts.put("a", new int[1]);
        kept.add(new Kept());
        looked.add(new Looked());
    }

    void takeOk() {
        Task task;
        synchronized (this) {
            task = tasks.isEmpty() ? null : tasks.removeFirst();
        }
        if (task != null) {
            task.runs++;
        }
    }

    int countOk() {
        int[] count;
        synchronized (this) {
            count = counts.remove("a");
        }
        return count == null ? 0 : ++count[0];
    }

    void giveBackBad() {
        Kept task;
        synchronized (this) {
            task = kept.poll();
            if (task == null) {
                return;
            }
            kept.add(task);
        }
        task.runs++;  // expect: data-race TakenOutUnderLock$Kept.runs
    }

    void lookBad() {
        Looked task;
        synchronized (this) {
            task = looked.peek();
        }
        if (task != null) {
            task.runs++;  // expect: data-race TakenOutUnderLock$Looked.runs
        }
    }

    public static void main(String[] args) {
        TakenOutUnderLock shared = new TakenOutUnderLock();
        Runnable work = () -> {
            shared.fill();
            shared.takeOk();
            shared.countOk();
            shared.giveBackBad();
            shared.lookBad();
        };
        new Thread(work).start();
        new Thread(work).start();
    }
}
