/** A cell's lock is that of the same index: no two threads are in one cell at a time. */
public class FP_StripedLocks {
    private static final Object[] LOCKS = {new Object(), new Object()};
    private static final int[] CELLS = new int[2];

    static void addOk(int cell) {
        synchronized (LOCKS[cell]) {
            CELLS[cell]++;  // false alarm: data-race array FP_StripedLocks.CELLS
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            int cell = i % 2;
            new Thread(() -> addOk(cell)).start();
        }
    }
}
