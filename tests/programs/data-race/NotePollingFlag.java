/** A plain flag that a loop polls: likely seen some time, but not surely. */
public class NotePollingFlag {
    static class TaskBad implements Runnable {
        private boolean stop;

        void stop() {
            stop = true;  // expect: data-race NotePollingFlag$TaskBad.stop (note)
        }

        @Override
        public void run() {
            for (int i = 0; !stop && i < 100; i++) {
                pause();
            }
        }

        private static void pause() {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) {
        TaskBad task = new TaskBad();
        new Thread(task).start();
        task.stop();
    }
}
