// needs: 21

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** A virtual thread a task, a lock between them, and close waits for all. */
public class VirtualThreadsClosed {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int count;

    static void countOk() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10; i++) {
                threads.submit(VirtualThreadsClosed::countOk);
            }
        }
        System.out.println(count);
    }
}
