import java.util.stream.IntStream;

/** Each thread works on the element, or the row, with the number that the loop gave it. */
public class ArrayElementOfThread {
    private static final int COUNT = 3;
    private static final int[] SUMS = new int[COUNT];
    private static final int[][] ROWS = new int[COUNT][COUNT];
    private static final int[] SQUARES = new int[100];
    private static final int[] SLOTS = new int[COUNT];
    private static final int[] PAIRS = new int[COUNT];
    private static final int[] CHOSEN = new int[COUNT + 1];

    static void sumOk(int me) {
        SUMS[me]++;
    }

    static void fillOk(int me) {
        for (int i = 0; i < COUNT; i++) {
            ROWS[me][i] = i;
        }
    }

    static void slotBad(int me) {
        SLOTS[me % 2]++;  // expect: data-race array ArrayElementOfThread.SLOTS
    }

    static void pairBad(int i) {
        PAIRS[i]++;  // expect: data-race array ArrayElementOfThread.PAIRS
    }

    static void chosenBad(int which) {
        CHOSEN[which]++;  // expect: data-race array ArrayElementOfThread.CHOSEN
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[COUNT];
        int which = args.length;
        for (int i = 0; i < COUNT; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                sumOk(me);
                fillOk(me);
                slotBad(me);
                pairBad(0);
                pairBad(1);
                chosenBad(which);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(SUMS[0] + ROWS[1][1]);
        IntStream.range(0, SQUARES.length).parallel().forEach(i -> SQUARES[i] = i * i);
        System.out.println(SQUARES[2]);
    }
}
