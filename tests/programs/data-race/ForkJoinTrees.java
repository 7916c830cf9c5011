import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Trees of tasks: results in fields after join, halves of an array, a shared counter. */
public class ForkJoinTrees {
    static class Sum extends RecursiveTask<Long> {
        private final int[] data;
        private final int from, to;

        Sum(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 4) {
                long sum = 0;
                for (int i = from; i < to; i++) sum += data[i];
                return sum;
            }
            int mid = (from + to) / 2;
            Sum left = new Sum(data, from, mid);
            Sum right = new Sum(data, mid, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class Counting extends RecursiveAction {
        private final int depth;
        private int leaves;

        Counting(int depth) {
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (depth == 0) {
                leaves = 1;
                return;
            }
            Counting left = new Counting(depth - 1);
            Counting right = new Counting(depth - 1);
            invokeAll(left, right);
            leaves = left.leaves + right.leaves;
        }
    }

    static class Node {
        final Node left, right;
        int mark;

        Node(Node left, Node right) {
            this.left = left;
            this.right = right;
        }
    }

    static int marked;

    static class Marking extends RecursiveAction {
        private final Node node;

        Marking(Node node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            if (node == null) return;
            marked++;  // expect: data-race ForkJoinTrees.marked
            invokeAll(new Marking(node.left), new Marking(node.right));
        }
    }

    static class Unjoined extends RecursiveAction {
        private int result;
        private final int depth;

        Unjoined(int depth) {
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (depth == 0) {
                result = 1;  // expect: data-race ForkJoinTrees$Unjoined.result
                return;
            }
            Unjoined child = new Unjoined(depth - 1);
            child.fork();
            System.out.println(child.result);
        }
    }

    static void sumOk() {
        int[] data = new int[64];
        for (int i = 0; i < data.length; i++) data[i] = i;
        System.out.println(ForkJoinPool.commonPool().invoke(new Sum(data, 0, data.length)));
    }

    static void countingOk() {
        Counting root = new Counting(3);
        new ForkJoinPool(2).invoke(root);
        System.out.println(root.leaves);
    }

    static void markingBad() {
        new ForkJoinPool(2).invoke(new Marking(new Node(new Node(null, null), null)));
        System.out.println(marked);
    }

    static void unjoinedBad() {
        new ForkJoinPool(2).invoke(new Unjoined(2));
    }

    public static void main(String[] args) {
        sumOk();
        countingOk();
        markingBad();
        unjoinedBad();
    }
}
