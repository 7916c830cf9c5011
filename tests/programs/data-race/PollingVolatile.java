/** The flag that is polled is volatile. */
public class PollingVolatile {
    static class TaskOk implements Runnable {
        private volatile boolean stop;

        @Override
        public void run() {
            while (!stop) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) {
        TaskOk task = new TaskOk();
        new Thread(task).start();
        task.stop = true;
    }
}
