import java.util.concurrent.CyclicBarrier;

/** Successive over-relaxation: a grid in rows, red and black points in turn, a barrier between. */
final class Relaxation {
    private static final double OMEGA = 1.25;

    private final double[][] grid;
    private final CyclicBarrier barrier;
    private final int threads;

    private Relaxation(int size, int threads) {
        this.threads = threads;
        this.barrier = new CyclicBarrier(threads);
        this.grid = new double[size][size];
        Random64 random = new Random64(size);
        for (double[] row : grid) {
            for (int column = 0; column < size; column++) {
                row[column] = random.fraction();
            }
        }
    }

    private void relax(int worker, int sweeps) throws Exception {
        int inner = grid.length - 2;
        int first = 1 + inner * worker / threads;
        int end = 1 + inner * (worker + 1) / threads;
        for (int sweep = 0; sweep < 2 * sweeps; sweep++) {
            for (int row = first; row < end; row++) {
                relaxRow(row, 1 + (row + sweep) % 2);
            }
            barrier.await();
        }
    }

    private void relaxRow(int number, int start) {
        double[] above = grid[number - 1];
        double[] row = grid[number];
        double[] below = grid[number + 1];
        for (int column = start; column < row.length - 1; column += 2) {
            double around = above[column] + below[column] + row[column - 1] + row[column + 1];
            row[column] = OMEGA / 4 * around + (1 - OMEGA) * row[column];
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int sweeps = Integer.parseInt(arguments[1]);
        Relaxation relaxation = new Relaxation(1_000, threads);
        Workers.run(threads, worker -> relaxation.relax(worker, sweeps));
        double sum = 0;
        for (double[] row : relaxation.grid) {
            for (double value : row) {
                sum += value;
            }
        }
        System.out.println("checksum " + Double.toHexString(sum));
    }
}
