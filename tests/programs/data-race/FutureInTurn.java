import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Each task is waited for before the next is handed in. */
public class FutureInTurn {
    private static int count;

    static void countOk() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(FutureInTurn::countOk).get();
        pool.submit(FutureInTurn::countOk).get();
        System.out.println(count);
        pool.shutdown();
    }
}
