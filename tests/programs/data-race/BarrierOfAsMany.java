import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** A barrier of as many parties as a loop starts threads. */
public class BarrierOfAsMany {
    static final class Row {
        int sum;
    }

    static void runOk(int many) {
        Row[] rows = new Row[many];
        for (int i = 0; i < many; i++) {
            rows[i] = new Row();
        }
        CyclicBarrier barrier = new CyclicBarrier(rows.length);
        for (int i = 0; i < many; i++) {
            int mine = i;
            new Thread(() -> {
                synchronized (rows) {
                    rows[mine].sum = mine;
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
        runOk(args.length + 2);
    }
}
