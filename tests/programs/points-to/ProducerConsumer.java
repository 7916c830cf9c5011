// exact: 2obj auto

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What one thread puts into a queue, another takes out. */
public class ProducerConsumer {
    static class A {}

    static class Producer extends Thread {
        private final BlockingQueue<Object> queue;

        Producer(BlockingQueue<Object> queue) {
            this.queue = queue;
        }

        @Override
        public void run() {  // reached
            queue.add(new A());
        }
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        new Producer(queue).start();  // spawns: Producer.run
        see(queue.take());  // points to: A@19
    }

    static void see(Object o) {}
}
