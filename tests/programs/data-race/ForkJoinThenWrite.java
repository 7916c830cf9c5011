import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RecursiveAction;

/** Tasks that wait for what they fork have all ended when the first one has; others may still run. */
public class ForkJoinThenWrite {
    static final class Sum extends RecursiveTask<Integer> {
        private final int[] cells;
        private final int from;
        private final int to;

        Sum(int[] cells, int from, int to) {
            this.cells = cells;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 2) {
                return cells[from];
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(cells, from, middle);
            left.fork();
            return new Sum(cells, middle, to).compute() + left.join();
        }
    }

    static final class Left extends RecursiveAction {
        private final int[] cells;
        private final int depth;

        Left(int[] cells, int depth) {
            this.cells = cells;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            System.out.println(cells[0]);  // expect: data-race array ForkJoinThenWrite$Left.cells
            if (depth > 0) {
                new Left(cells, depth - 1).fork();
            }
        }
    }

    static void sumOk() {
        int[] cells = new int[100];
        System.out.println(new ForkJoinPool().invoke(new Sum(cells, 0, cells.length)));
        cells[0] = 1;
    }

    static void leaveBad() {
        int[] cells = new int[100];
        new ForkJoinPool().invoke(new Left(cells, 3));
        cells[0] = 1;
    }

    public static void main(String[] args) {
        sumOk();
        leaveBad();
    }
}
