import java.util.ArrayList;
import java.util.List;

/** Threads in a list, all joined before main reads what they wrote under a lock. */
public class JoinList {
    private static int total;

    static synchronized void addOk(int amount) {
        total += amount;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> addOk(2));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(total);
    }
}
