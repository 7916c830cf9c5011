import java.util.SplittableRandom;

/** Each thread draws from a generator of its own, split off by who starts it; the JDK makes them all at one place. */
public class FP_RandomSplitOff extends Thread {
    private final SplittableRandom random;

    FP_RandomSplitOff(SplittableRandom random) {
        this.random = random;
    }

    @Override
    public void run() {
        drawOk();
    }

    private void drawOk() {
        System.out.println(random.nextInt(6));  // false alarm: data-race container FP_RandomSplitOff.random
    }

    public static void main(String[] args) {
        SplittableRandom root = new SplittableRandom(1);
        for (int i = 0; i < 4; i++) {
            new FP_RandomSplitOff(root.split()).start();
        }
    }
}
