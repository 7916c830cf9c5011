/** Paper 1, tsp: workers own their fields, but compare with a static minimum without its lock. */
public class PaperTsp {
    static class SolverBad extends Thread {
        private static final Object LOCK = new Object();
        static int minimum = Integer.MAX_VALUE;
        private int length;
        private final int[] tour = new int[4];

        @Override
        public void run() {
            for (int i = 0; i < tour.length; i++) {
                tour[i] = i;
                length += tour[i];
            }
            if (length < minimum) {  // expect: data-race PaperTsp$SolverBad.minimum
                synchronized (LOCK) {
                    if (length < minimum) {
                        minimum = length;
                    }
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SolverBad[] solvers = new SolverBad[3];
        for (int i = 0; i < solvers.length; i++) {
            solvers[i] = new SolverBad();
            solvers[i].start();
        }
        for (int i = 0; i < solvers.length; i++) {
            solvers[i].join();
        }
        System.out.println(SolverBad.minimum);
    }
}
