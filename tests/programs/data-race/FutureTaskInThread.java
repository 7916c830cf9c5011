import java.util.concurrent.FutureTask;

/** A FutureTask that a thread runs, and that main gets. */
public class FutureTaskInThread {
    private static int steps;

    static int computeOk() {
        steps = 10;
        return steps * 2;
    }

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(FutureTaskInThread::computeOk);
        new Thread(task).start();
        int doubled = task.get();
        System.out.println(doubled + steps);
    }
}
