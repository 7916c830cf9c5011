/** Each thread fills a row of its own; to prove it would take arithmetic. */
public class FP_RowsOfGrid {
    private final int width = 10;
    private final double[] cells = new double[width * width];

    void setOk(int row, int column, double value) {
        cells[row * width + column] = value;  // false alarm: data-race array FP_RowsOfGrid.cells (note)
    }

    public static void main(String[] args) {
        FP_RowsOfGrid grid = new FP_RowsOfGrid();
        for (int i = 0; i < grid.width; i++) {
            int row = i;
            new Thread(() -> {
                for (int column = 0; column < grid.width; column++) {
                    grid.setOk(row, column, 1.0);
                }
            }).start();
        }
    }
}
