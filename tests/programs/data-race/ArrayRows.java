/** A row of an array of arrays is called by what holds the whole. */
public class ArrayRows {
    private static final long[][] GRID = new long[4][4];

    static void fillBad(int row) {
        GRID[row][0] = row;  // expect: data-race array ArrayRows.GRID
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> fillBad(2)).start();
        }
    }
}
