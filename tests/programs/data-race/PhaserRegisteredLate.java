import java.util.concurrent.Phaser;

/** Some are registered when others may have passed the phaser already. */
public class PhaserRegisteredLate {
    /** Nobody waits for who registers: the first thread passes alone. */
    static class NobodyHolds {
        private final Phaser phaser = new Phaser();
        private final int[] cells = new int[4];

        void startBad() {
            for (int i = 0; i < cells.length; i++) {
                int me = i;
                phaser.register();
                new Thread(() -> work(me)).start();
            }
        }

        private void work(int me) {
            cells[me] = me;
            phaser.arriveAndAwaitAdvance();
            System.out.println(cells[0]);  // expect: data-race array PhaserRegisteredLate$NobodyHolds.cells
            phaser.arriveAndDeregister();
        }
    }

    /** It is registered behind the start: the thread may have arrived in the place of who starts it. */
    static class BehindStart {
        private final Phaser phaser = new Phaser(1);
        private final int[] cells = new int[4];

        void startBad() {
            for (int i = 0; i < cells.length; i++) {
                int me = i;
                new Thread(() -> work(me)).start();
                phaser.register();
            }
            phaser.arriveAndDeregister();
        }

        private void work(int me) {
            cells[me] = me;
            phaser.arriveAndAwaitAdvance();
            System.out.println(cells[0]);  // expect: data-race array PhaserRegisteredLate$BehindStart.cells
            phaser.arriveAndDeregister();
        }
    }

    /** Who registers has left: from the second thread on, the others do not wait for him. */
    static class LeftEarly {
        private final Phaser phaser = new Phaser(1);
        private final int[] cells = new int[4];

        void startBad() {
            for (int i = 0; i < cells.length; i++) {
                int me = i;
                phaser.register();
                new Thread(() -> work(me)).start();
                if (i == 0) {
                    phaser.arriveAndDeregister();
                }
            }
        }

        private void work(int me) {
            cells[me] = me;
            phaser.arriveAndAwaitAdvance();
            System.out.println(cells[0]);  // expect: data-race array PhaserRegisteredLate$LeftEarly.cells
            phaser.arriveAndDeregister();
        }
    }

    /** They register themselves, when they run. */
    static class ByThemselves {
        private final Phaser phaser = new Phaser(1);
        private final int[] cells = new int[4];

        void startBad() {
            for (int i = 0; i < cells.length; i++) {
                int me = i;
                new Thread(() -> work(me)).start();
            }
            phaser.arriveAndDeregister();
        }

        private void work(int me) {
            phaser.register();
            cells[me] = me;
            phaser.arriveAndAwaitAdvance();
            System.out.println(cells[0]);  // expect: data-race array PhaserRegisteredLate$ByThemselves.cells
            phaser.arriveAndDeregister();
        }
    }

    /** One is registered for two threads. */
    static class TwoForOne {
        private final Phaser phaser = new Phaser(1);
        private final int[] cells = new int[8];

        void startBad() {
            for (int i = 0; i < 4; i++) {
                int me = i;
                phaser.register();
                new Thread(() -> work(me)).start();
                new Thread(() -> work(me + 4)).start();
            }
            phaser.arriveAndDeregister();
        }

        private void work(int me) {
            cells[me] = me;
            phaser.arriveAndAwaitAdvance();
            System.out.println(cells[0]);  // expect: data-race array PhaserRegisteredLate$TwoForOne.cells
            phaser.arriveAndDeregister();
        }
    }

    public static void main(String[] args) {
        new NobodyHolds().startBad();
        new BehindStart().startBad();
        new LeftEarly().startBad();
        new ByThemselves().startBad();
        new TwoForOne().startBad();
    }
}
