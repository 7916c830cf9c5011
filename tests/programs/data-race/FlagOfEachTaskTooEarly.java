import java.util.ArrayList;
import java.util.List;

/** A task that goes on when it is done, one that others end, and one that is not asked. */
public class FlagOfEachTaskTooEarly {
    static class Task implements Runnable {
        private int result;
        private int late;
        private int unasked;
        private volatile boolean done;

        @Override
        public void run() {
            result = 1;
            unasked = 1;  // expect: data-race FlagOfEachTaskTooEarly$Task.unasked
            done = true;
            late = 1;  // expect: data-race FlagOfEachTaskTooEarly$Task.late
        }

        int await() {
            int early = unasked;
            while (!done) {
                Thread.onSpinWait();
            }
            return early + result + late;
        }
    }

    static class Ended implements Runnable {
        private int result;
        private volatile boolean done;

        @Override
        public void run() {
            result = 1;  // expect: data-race FlagOfEachTaskTooEarly$Ended.result
            done = true;
        }

        void end() {
            done = true;
        }

        int awaitBad() {
            while (!done) {
                Thread.onSpinWait();
            }
            return result;
        }
    }

    static class Again implements Runnable {
        private int result;
        private volatile boolean done;

        @Override
        public void run() {
            for (int i = 0; i < 3; i++) {
                result = i;  // expect: data-race FlagOfEachTaskTooEarly$Again.result
                done = true;
            }
        }

        int awaitBad() {
            while (!done) {
                Thread.onSpinWait();
            }
            return result;
        }
    }

    public static void main(String[] args) {
        List<Task> tasks = new ArrayList<>();
        List<Ended> ended = new ArrayList<>();
        List<Again> again = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Task task = new Task();
            tasks.add(task);
            new Thread(task).start();
            Ended other = new Ended();
            ended.add(other);
            new Thread(other).start();
            Again repeated = new Again();
            again.add(repeated);
            new Thread(repeated).start();
        }
        for (int i = 0; i < 4; i++) {
            ended.get(i).end();
            int sum = tasks.get(i).await() + ended.get(i).awaitBad() + again.get(i).awaitBad();
            System.out.println(sum);
        }
    }
}
