/** One Runnable, made before the loop, runs in each of the loop's threads. */
public class RunnableSharedInLoop {
    static class TaskBad implements Runnable {
        private int steps;

        @Override
        public void run() {
            steps++;  // expect: data-race RunnableSharedInLoop$TaskBad.steps
        }
    }

    public static void main(String[] args) {
        TaskBad task = new TaskBad();
        for (int i = 0; i < 3; i++) {
            new Thread(task).start();
        }
    }
}
