// needs: 21

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** close waits for the tasks. */
public class ExecutorClose {
    private static int result;

    static void computeOk() {
        result = 42;
    }

    public static void main(String[] args) {
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            pool.execute(ExecutorClose::computeOk);
        }
        System.out.println(result);
    }
}
