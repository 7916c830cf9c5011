import java.util.concurrent.Phaser;

/** Who leaves a phaser is no longer waited for: what he does before that is in a phase, and what he does then in none. */
public class PhaserLeft implements Runnable {
    private final int[] in;
    private final int[] late;
    private final int me;
    private final Phaser phaser;

    PhaserLeft(int[] in, int[] late, int me, Phaser phaser) {
        this.in = in;
        this.late = late;
        this.me = me;
        this.phaser = phaser;
    }

    @Override
    public void run() {
        in[me] = 2 * me;
        phaser.arriveAndAwaitAdvance();
        sumOk();
        phaser.arriveAndDeregister();
        countBad();
    }

    private void countBad() {
        late[0]++;  // expect: data-race array PhaserLeft.late
    }

    private void sumOk() {
        int sum = late.length;
        for (int value : in) {
            sum += value;
        }
        System.out.println(sum);
    }

    public static void main(String[] args) {
        Phaser phaser = new Phaser(3);
        int[] in = new int[3];
        int[] late = new int[1];
        for (int i = 0; i < 3; i++) {
            new Thread(new PhaserLeft(in, late, i, phaser)).start();
        }
    }
}
