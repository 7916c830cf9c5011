/** Each thread fills a half of its own of one array. */
public class FP_DisjointHalves {
    private static final int[] CELLS = new int[10];

    static void fillOk(int from, int to) {
        for (int i = from; i < to; i++) {
            CELLS[i] = i;  // false alarm: data-race array FP_DisjointHalves.CELLS
        }
    }

    public static void main(String[] args) {
        new Thread(() -> fillOk(0, 5)).start();
        new Thread(() -> fillOk(5, 10)).start();
    }
}
