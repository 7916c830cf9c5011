import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Tasks that fork have ended, with all that they forked, when the first one was invoked. */
public class FP_ForkJoinHalves {
    static final class RaiseOk extends RecursiveAction {
        private final int[] cells;
        private final int from;
        private final int to;

        RaiseOk(int[] cells, int from, int to) {
            this.cells = cells;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 10) {
                for (int i = from; i < to; i++) {
                    cells[i]++;  // false alarm: data-race array FP_ForkJoinHalves$RaiseOk.cells
                }
                return;
            }
            int middle = (from + to) / 2;
            invokeAll(new RaiseOk(cells, from, middle), new RaiseOk(cells, middle, to));
        }
    }

    public static void main(String[] args) {
        int[] cells = new int[100];
        ForkJoinPool.commonPool().invoke(new RaiseOk(cells, 0, cells.length));
        System.out.println(cells[3]);
    }
}
