/** Two threads hand a turn to each other: what each does while it has its turn, the other does not do at the same time;
 * what it does after it has given the turn away is another matter. */
public class VolatileTurn {
    private volatile boolean isFirst = true;
    private int stepsOk;
    private int lateBad;

    void first() {
        for (int i = 0; i < 10; i++) {
            while (!isFirst) {
                Thread.onSpinWait();
            }
            stepsOk++;
            isFirst = false;
            lateBad++;  // expect: data-race VolatileTurn.lateBad
        }
    }

    void second() {
        for (int i = 0; i < 10; i++) {
            while (isFirst) {
                Thread.onSpinWait();
            }
            stepsOk++;
            isFirst = true;
            lateBad++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        VolatileTurn game = new VolatileTurn();
        Thread first = new Thread(game::first);
        Thread second = new Thread(game::second);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(game.stepsOk + game.lateBad);
    }
}
