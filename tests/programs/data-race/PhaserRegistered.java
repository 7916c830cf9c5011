import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;

/** Who starts the threads has registered all of them when the first of them may pass the phaser. */
public class PhaserRegistered {
    static class Before {
        private final Phaser phaser = new Phaser();
        private final int[] cells = new int[4];

        class Worker extends Thread {
            private final int me;

            Worker(int me) {
                this.me = me;
            }

            @Override
            public void run() {
                for (int round = 0; round < 3; round++) {
                    int sum = sumOk();
                    phaser.arriveAndAwaitAdvance();
                    cells[me] = sum;
                    phaser.arriveAndAwaitAdvance();
                }
                phaser.arriveAndDeregister();
            }

            private int sumOk() {
                int sum = 0;
                for (int cell : cells) {
                    sum += cell;
                }
                return sum;
            }
        }

        void startOk() {
            List<Worker> workers = new ArrayList<>();
            for (int i = 0; i < cells.length; i++) {
                phaser.register();
                workers.add(new Worker(i));
            }
            for (Worker worker : workers) {
                worker.start();
            }
        }
    }

    static class OneByOne {
        private final Phaser phaser = new Phaser(1);
        private final int[] cells = new int[4];

        void startOk() {
            for (int i = 0; i < cells.length; i++) {
                int me = i;
                phaser.register();
                new Thread(() -> workOk(me)).start();
            }
            phaser.arriveAndDeregister();
        }

        private void workOk(int me) {
            cells[me] = me;
            phaser.arriveAndAwaitAdvance();
            int sum = 0;
            for (int cell : cells) {
                sum += cell;
            }
            System.out.println(sum);
        }
    }

    public static void main(String[] args) {
        new Before().startOk();
        new OneByOne().startOk();
    }
}
