// exact: 1obj 2obj auto

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Fork and join: compute runs in the pool, and join gives its result. */
public class ForkJoin {
    static class A {}

    static class Task extends RecursiveTask<Object> {
        private final int depth;

        Task(int depth) {
            this.depth = depth;
        }

        @Override
        protected Object compute() {  // reached
            if (depth == 0) {
                return new A();
            }
            Task left = new Task(depth - 1);
            left.fork();
            return left.join();
        }
    }

    static class Action extends RecursiveAction {
        @Override
        protected void compute() {  // reached
            see(this);  // points to: Action@39 Action@40
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        see(pool.invoke(new Task(2)));  // points to: A@21
        pool.submit(new Action()).join();
        new Action().invoke();
        pool.shutdown();
    }

    static void see(Object o) {}
}
