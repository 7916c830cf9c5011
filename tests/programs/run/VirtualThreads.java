// needs: 21

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Ten thousand virtual threads count up, some of them what they should not. */
public final class VirtualThreads {
    private static final AtomicInteger ATOMIC = new AtomicInteger();
    private static int plain;

    private VirtualThreads() {}

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            boolean isCareless = i % 100 == 0;
            threads.add(
                    Thread.startVirtualThread(
                            () -> {
                                ATOMIC.incrementAndGet();
                                if (isCareless) {
                                    plain++;
                                }
                            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ATOMIC.get());
    }
}
