import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Each task raises a part of its own; all have ended when the first one was invoked. */
public class NoteForkJoinHalves {
    static final class Raise extends RecursiveAction {
        private final int[] cellsBad;
        private final int from;
        private final int to;

        Raise(int[] cellsBad, int from, int to) {
            this.cellsBad = cellsBad;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 10) {
                for (int i = from; i < to; i++) {
                    cellsBad[i]++;  // expect: data-race array NoteForkJoinHalves$Raise.cellsBad (note)
                }
                return;
            }
            int middle = (from + to) / 2;
            invokeAll(new Raise(cellsBad, from, middle), new Raise(cellsBad, middle, to));
        }
    }

    public static void main(String[] args) {
        int[] cellsBad = new int[100];
        ForkJoinPool.commonPool().invoke(new Raise(cellsBad, 0, cellsBad.length));
        System.out.println(cellsBad[3]);
    }
}
