import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;

/** Phases, exchanged buffers, barriers. */
public class PhasersAndExchangers {
    static int[] cells = new int[2];
    static int summed;

    static void phaserOk() throws InterruptedException {
        Phaser phaser = new Phaser(3);
        for (int i = 0; i < 2; i++) {
            int n = i;
            new Thread(() -> {
                cells[n] = n + 1;
                phaser.arriveAndDeregister();
            }).start();
        }
        phaser.arriveAndAwaitAdvance();
        summed = cells[0] + cells[1];
        System.out.println(summed);
    }

    static int early;

    static void phaserBad() {
        Phaser phaser = new Phaser(2);
        new Thread(() -> {
            early = 1;  // expect: data-race PhasersAndExchangers.early
            phaser.arrive();
        }).start();
        phaser.arrive();
        System.out.println(early);
    }

    static class Buffer {
        int filled;
    }

    static void exchangerOk() throws InterruptedException {
        Exchanger<Buffer> exchanger = new Exchanger<>();
        Thread filler = new Thread(() -> {
            try {
                Buffer mine = new Buffer();
                for (int i = 0; i < 3; i++) {
                    mine.filled = 10;
                    mine = exchanger.exchange(mine);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        filler.start();
        Buffer empty = new Buffer();
        for (int i = 0; i < 3; i++) {
            empty.filled = 0;
            empty = exchanger.exchange(empty);
            System.out.println(empty.filled);
        }
        filler.join();
    }

    static class Kept {
        int filled;
    }

    static void exchangerBad() throws InterruptedException {
        Exchanger<Kept> exchanger = new Exchanger<>();
        Thread filler = new Thread(() -> {
            try {
                Kept mine = new Kept();
                exchanger.exchange(mine);
                mine.filled = 10;  // expect: data-race PhasersAndExchangers$Kept.filled
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        filler.start();
        Kept got = exchanger.exchange(new Kept());
        System.out.println(got.filled);
        filler.join();
    }

    static int[] row = new int[2];
    static int answer;

    static void barrierActionOk() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> answer = row[0] + row[1]);
        Thread[] all = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int n = i;
            all[i] = new Thread(() -> {
                row[n] = n;
                try {
                    barrier.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
                System.out.println(answer);
            });
            all[i].start();
        }
        for (Thread t : all) t.join();
    }

    public static void main(String[] args) throws InterruptedException {
        phaserOk();
        phaserBad();
        exchangerOk();
        exchangerBad();
        barrierActionOk();
    }
}
