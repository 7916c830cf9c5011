import java.util.concurrent.CountDownLatch;

/** Each task counts in a row of its own, which it or whoever starts it takes out of the table. */
public class RowsOfTasks {
    private static final int TASKS = 4;

    static void count(int[] data, int from, int to, int[] row) {
        for (int i = from; i < to; i++) {
            row[data[i]]++;
        }
    }

    static void insideOk(int[] data) throws InterruptedException {
        int[][] table = new int[TASKS][10];
        CountDownLatch done = new CountDownLatch(TASKS);
        for (int t = 0; t < TASKS; t++) {
            int id = t;
            new Thread(() -> {
                count(data, id * 10, id * 10 + 10, table[id]);
                done.countDown();
            }).start();
        }
        done.await();
        System.out.println(table[0][0]);
    }

    static void countCaptured(int[] data, int[] row) {
        for (int number : data) {
            row[number]++;
        }
    }

    static void capturedOk(int[] data) throws InterruptedException {
        int[][] table = new int[TASKS][10];
        Thread[] threads = new Thread[TASKS];
        for (int t = 0; t < TASKS; t++) {
            int[] row = table[t];
            threads[t] = new Thread(() -> countCaptured(data, row));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(table[0][0]);
    }

    static void countFirst(int[] data, int[] first) {
        for (int number : data) {
            first[number]++;  // expect: data-race array RowsOfTasks.first
        }
    }

    static void sameRowBad(int[] data) {
        int[][] shared = new int[TASKS][10];
        for (int t = 0; t < TASKS; t++) {
            new Thread(() -> countFirst(data, shared[0])).start();
        }
    }

    static void countRest(int[] data, int[] rest) {
        for (int number : data) {
            rest[number]++;  // expect: data-race array RowsOfTasks.rest
        }
    }

    static void halvesBad(int[] data) {
        int[][] halves = new int[TASKS][10];
        for (int t = 0; t < TASKS; t++) {
            int[] rest = halves[t % 2];
            new Thread(() -> countRest(data, rest)).start();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[TASKS * 10];
        for (int i = 0; i < data.length; i++) {
            data[i] = i % 10;
        }
        insideOk(data);
        capturedOk(data);
        sameRowBad(data);
        halvesBad(data);
    }
}
