import java.util.concurrent.Executor;

/** An executor that runs each task where it is handed in starts no thread. */
public class ExecutorOfOnesOwn {
    private static int count;

    static void workOk(Executor executor) {
        executor.execute(() -> count++);
        count++;
    }

    public static void main(String[] args) {
        workOk(Runnable::run);
        workOk(task -> task.run());
        System.out.println(count);
    }
}
