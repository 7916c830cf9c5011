import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** All tasks count their steps in one static field. */
public class ForkJoinCounter {
    static class WalkBad extends RecursiveAction {
        static int steps;
        private final int depth;

        WalkBad(int depth) {
            this.depth = depth;
        }

        @Override
        protected void compute() {
            steps++;  // expect: data-race ForkJoinCounter$WalkBad.steps
            if (depth > 0) {
                invokeAll(new WalkBad(depth - 1), new WalkBad(depth - 1));
            }
        }
    }

    public static void main(String[] args) {
        ForkJoinPool.commonPool().invoke(new WalkBad(4));
    }
}
