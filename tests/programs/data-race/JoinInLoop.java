/** A loop starts the threads, another joins them, then main reads what they wrote. */
public class JoinInLoop {
    static class WorkerOk extends Thread {
        int result;

        @Override
        public void run() {
            result = 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        WorkerOk[] workers = new WorkerOk[4];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new WorkerOk();
            workers[i].start();
        }
        int sum = 0;
        for (int i = 0; i < workers.length; i++) {
            workers[i].join();
            sum += workers[i].result;
        }
        System.out.println(sum);
    }
}
