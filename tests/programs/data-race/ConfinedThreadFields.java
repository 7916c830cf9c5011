/** Fields of a thread object that only its own run uses. */
public class ConfinedThreadFields {
    static class WorkerOk extends Thread {
        private int done;
        private final StringBuilder log = new StringBuilder();

        @Override
        public void run() {
            for (int i = 0; i < 10; i++) {
                step(i);
            }
        }

        private void step(int i) {
            done++;
            log.append(i);
        }
    }

    public static void main(String[] args) {
        WorkerOk[] workers = new WorkerOk[3];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new WorkerOk();
        }
        for (WorkerOk worker : workers) {
            worker.start();
        }
    }
}
