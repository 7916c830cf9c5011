/** Thread.currentThread is any thread that may run the code. */
public class CurrentThread {
    static class Worker extends Thread {
        final Object held = new Object();

        @Override
        public void run() {  // reached
            Thread current = Thread.currentThread();
            see(current);  // points to: Worker@15
            see(((Worker) current).held);  // points to: Object@4
        }
    }

    public static void main(String[] args) throws Exception {
        Worker worker = new Worker();
        worker.start();  // spawns: Worker.run
        worker.join();
    }

    static void see(Object o) {}
}
