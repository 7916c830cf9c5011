import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Each task sorts a part of its own, by a copy that it makes of it. */
public class NoteMergeSort extends RecursiveAction {
    private final int[] cellsBad;
    private final int from;
    private final int to;

    NoteMergeSort(int[] cellsBad, int from, int to) {
        this.cellsBad = cellsBad;
        this.from = from;
        this.to = to;
    }

    @Override
    protected void compute() {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) / 2;
        invokeAll(new NoteMergeSort(cellsBad, from, middle), new NoteMergeSort(cellsBad, middle, to));
        int[] copy = Arrays.copyOfRange(cellsBad, from, to);
        int left = 0;
        int right = middle - from;
        for (int i = from; i < to; i++) {
            boolean takesLeft = right == copy.length || (left < middle - from && copy[left] <= copy[right]);
            cellsBad[i] = takesLeft ? copy[left++] : copy[right++];  // expect: data-race array NoteMergeSort.cellsBad (note)
        }
    }

    public static void main(String[] args) {
        int[] cellsBad = {5, 3, 1, 4};
        new ForkJoinPool().invoke(new NoteMergeSort(cellsBad, 0, cellsBad.length));
        System.out.println(Arrays.toString(cellsBad));
    }
}
