import java.util.ArrayList;
import java.util.List;

/** Each task says itself that it is done, when its result is there. */
public class FlagOfEachTask {
    static class Task implements Runnable {
        private final int number;
        private int result;
        private volatile boolean done;

        Task(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            computeOk();
            done = true;
        }

        private void computeOk() {
            result = number * number;
        }

        int awaitOk() {
            while (!done) {
                Thread.onSpinWait();
            }
            return result;
        }
    }

    public static void main(String[] args) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Task task = new Task(i);
            tasks.add(task);
            new Thread(task).start();
        }
        int sum = 0;
        for (Task task : tasks) {
            sum += task.awaitOk();
        }
        System.out.println(sum);
    }
}
