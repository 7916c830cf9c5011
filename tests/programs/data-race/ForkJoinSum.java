import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Tasks read their part of an array, and hand results over by join. */
public class ForkJoinSum {
    static class SumOk extends RecursiveTask<Integer> {
        private final int[] data;
        private final int from;
        private final int to;

        SumOk(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                return data[from];
            }
            int middle = (from + to) / 2;
            SumOk left = new SumOk(data, from, middle);
            SumOk right = new SumOk(data, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] args) {
        int[] data = {1, 2, 3, 4, 5};
        System.out.println(new ForkJoinPool(2).invoke(new SumOk(data, 0, data.length)));
    }
}
