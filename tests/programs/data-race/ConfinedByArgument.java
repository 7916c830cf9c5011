/** Each thread gets an object of its own by its constructor. */
public class ConfinedByArgument {
    static class Buffer {
        int length;
    }

    static class WorkerOk implements Runnable {
        private final Buffer buffer;

        WorkerOk(Buffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            buffer.length++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(new WorkerOk(new Buffer())).start();
        }
    }
}
