// since: 21
// exact: 1obj 2obj auto

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Thread.startVirtualThread, and an executor with a virtual thread for each task. */
public class ThreadVirtual {
    static class First implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: First@24
        }
    }

    static class Second implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Second@27
        }
    }

    public static void main(String[] args) throws Exception {
        Thread first = Thread.startVirtualThread(new First());
        first.join();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            pool.submit(new Second()).get();
        }
    }

    static void see(Object o) {}
}
