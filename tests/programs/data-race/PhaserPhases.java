import java.util.concurrent.Phaser;

/** A phaser as a barrier: writes before it, reads behind it. */
public class PhaserPhases {
    private static final Phaser PHASER = new Phaser(2);
    private static int left;
    private static int right;

    static void leftOk() {
        left = 1;
        PHASER.arriveAndAwaitAdvance();
        System.out.println(right);
    }

    static void rightOk() {
        right = 2;
        PHASER.arriveAndAwaitAdvance();
        System.out.println(left);
    }

    public static void main(String[] args) {
        new Thread(PhaserPhases::leftOk).start();
        new Thread(PhaserPhases::rightOk).start();
    }
}
