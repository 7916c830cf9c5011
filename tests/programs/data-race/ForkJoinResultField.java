import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** A task writes its own field, and its parent reads that after join. */
public class ForkJoinResultField {
    static class FibonacciOk extends RecursiveAction {
        private final int n;
        int result;

        FibonacciOk(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n < 2) {
                result = n;
                return;
            }
            FibonacciOk left = new FibonacciOk(n - 1);
            FibonacciOk right = new FibonacciOk(n - 2);
            left.fork();
            right.fork();
            right.join();
            left.join();
            result = left.result + right.result;
        }
    }

    public static void main(String[] args) {
        FibonacciOk task = new FibonacciOk(8);
        new ForkJoinPool(2).invoke(task);
        System.out.println(task.result);
    }
}
