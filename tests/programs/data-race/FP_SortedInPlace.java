import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Each task sorts a part of the array, between bounds that are its own. */
public class FP_SortedInPlace extends RecursiveAction {
    private final int[] all;
    private final int from;
    private final int to;

    FP_SortedInPlace(int[] all, int from, int to) {
        this.all = all;
        this.from = from;
        this.to = to;
    }

    @Override
    protected void compute() {
        if (to - from < 16) {
            Arrays.sort(all, from, to);  // false alarm: data-race array FP_SortedInPlace.all (note)
            return;
        }
        int middle = (from + to) >>> 1;
        invokeAll(new FP_SortedInPlace(all, from, middle), new FP_SortedInPlace(all, middle, to));
        mergeOk(middle);
    }

    private void mergeOk(int middle) {
        int[] lower = Arrays.copyOfRange(all, from, middle);
        int i = 0;
        int j = middle;
        int k = from;
        while (i < lower.length && j < to) {
            all[k++] = lower[i] <= all[j] ? lower[i++] : all[j++];
        }
        while (i < lower.length) {
            all[k++] = lower[i++];
        }
    }

    public static void main(String[] args) {
        int[] numbers = new int[100];
        ForkJoinPool.commonPool().invoke(new FP_SortedInPlace(numbers, 0, numbers.length));
        System.out.println(numbers[0]);
    }
}
