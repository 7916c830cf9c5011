import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** A barrier of one party fewer than there are threads: the last one is still at work when the others go on. */
public class BarrierOneFewer {
    static final class Row {
        int sum;
    }

    static void runBad(int many) {
        Row[] rows = new Row[many];
        for (int i = 0; i < many; i++) {
            rows[i] = new Row();
        }
        CyclicBarrier barrier = new CyclicBarrier(many - 1);
        for (int i = 0; i < many; i++) {
            int mine = i;
            new Thread(() -> {
                synchronized (rows) {
                    rows[mine].sum = mine;  // expect: data-race BarrierOneFewer$Row.sum
                }
                try {
                    barrier.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    return;
                }
                System.out.println(rows[many - 1 - mine].sum);
            }).start();
        }
    }

    public static void main(String[] args) {
        runBad(args.length + 2);
    }
}
