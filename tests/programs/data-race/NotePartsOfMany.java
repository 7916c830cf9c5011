import java.util.ArrayList;
import java.util.List;

/** Each thread works on a part of its own, as programs share out rows and ranges. */
public class NotePartsOfMany {
    static final int N = 64;
    static final int THREADS = 4;

    static class Rows extends Thread {
        private final double[][] rows;
        private final int from;
        private final int to;

        Rows(double[][] rows, int from, int to) {
            this.rows = rows;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int i = from; i < to; i++) {
                for (int j = 0; j < N; j++) {
                    rows[i][j] = i * j;  // expect: data-race array NotePartsOfMany$Rows.rows (note)
                }
            }
        }
    }

    static class Numbered extends Thread {
        private final int[] cells;
        private final int number;

        Numbered(int[] cells, int number) {
            this.cells = cells;
            this.number = number;
        }

        @Override
        public void run() {
            int to = (number + 1) * cells.length / THREADS;
            for (int i = number * cells.length / THREADS; i < to; i++) {
                cells[i] = i;  // expect: data-race array NotePartsOfMany$Numbered.cells (note)
            }
        }
    }

    /** All of them work on the same part. */
    static class Whole extends Thread {
        private final int[] whole;
        private final int number;

        Whole(int[] whole, int number) {
            this.whole = whole;
            this.number = number;
        }

        @Override
        public void run() {
            for (int i = 0; i < N; i++) {
                whole[i] += number;  // expect: data-race array NotePartsOfMany$Whole.whole
            }
        }
    }

    /** Of few elements, several threads have the same. */
    static void firstBad(int length) {
        int[] first = new int[length];
        for (int t = 0; t < THREADS; t++) {
            int at = t * length / THREADS;
            new Thread(() -> first[at]++).start();  // expect: data-race array NotePartsOfMany.first (note)
        }
    }

    public static void main(String[] args) throws InterruptedException {
        double[][] rows = new double[N][N];
        int[] cells = new int[N];
        int[] whole = new int[N];
        int[] captured = new int[N];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int from = i * N / THREADS;
            int to = (i + 1) * N / THREADS;
            threads.add(new Rows(rows, from, to));
            threads.add(new Numbered(cells, i));
            threads.add(new Whole(whole, i));
            threads.add(new Thread(() -> {
                for (int k = from; k < to; k++) {
                    captured[k] = k;  // expect: data-race array NotePartsOfMany.captured (note)
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        firstBad(args.length);
        System.out.println(rows[1][1] + cells[1] + whole[1] + captured[1]);
    }
}
