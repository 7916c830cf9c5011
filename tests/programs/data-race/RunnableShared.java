/** One Runnable runs in two threads, so that its fields are shared. */
public class RunnableShared {
    static class TaskBad implements Runnable {
        private int steps;

        @Override
        public void run() {
            steps++;  // expect: data-race RunnableShared$TaskBad.steps
        }
    }

    public static void main(String[] args) {
        TaskBad task = new TaskBad();
        new Thread(task).start();
        new Thread(task).start();
    }
}
