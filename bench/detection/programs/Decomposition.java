import java.util.concurrent.CyclicBarrier;

/** LU decomposition of a matrix in rows, which threads share out; a barrier after each column. */
final class Decomposition {
    private final double[][] matrix;
    private final int threads;
    private final CyclicBarrier barrier;

    private Decomposition(int size, int threads) {
        this.threads = threads;
        this.barrier = new CyclicBarrier(threads);
        this.matrix = new double[size][size];
        Random64 random = new Random64(size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                matrix[i][j] = random.fraction() + (i == j ? size : 0);
            }
        }
    }

    private void decompose(int worker) throws Exception {
        for (int column = 0; column < matrix.length - 1; column++) {
            double[] pivot = matrix[column];
            for (int row = column + 1; row < matrix.length; row++) {
                if (row % threads == worker) {
                    eliminate(matrix[row], pivot, column);
                }
            }
            barrier.await();
        }
    }

    private static void eliminate(double[] row, double[] pivot, int column) {
        double factor = row[column] / pivot[column];
        row[column] = factor;
        for (int i = column + 1; i < row.length; i++) {
            row[i] -= factor * pivot[i];
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        Decomposition work = new Decomposition(Integer.parseInt(arguments[1]), threads);
        Workers.run(threads, work::decompose);
        double logarithm = 0;
        for (int i = 0; i < work.matrix.length; i++) {
            logarithm += Math.log(Math.abs(work.matrix[i][i]));
        }
        System.out.println("checksum " + Double.toHexString(logarithm));
    }
}
