/** Each turn of the loop makes a task of its own. */
public class ConfinedPerIteration {
    static class TaskOk implements Runnable {
        private int steps;

        @Override
        public void run() {
            for (int i = 0; i < 10; i++) {
                steps++;
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(new TaskOk()).start();
        }
    }
}
