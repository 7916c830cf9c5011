/** Two threads wait for the same value of a turn, and both have it; or somebody sets it whose turn it is not. */
public class VolatileTurnOfTwo {
    private static volatile int turn;
    private static int steps;
    private static volatile int place;
    private static int visits;

    static void evenBad() {
        while (turn != 0) {
            Thread.onSpinWait();
        }
        steps++;  // expect: data-race VolatileTurnOfTwo.steps
        turn = 1;
    }

    static void oddBad() {
        while (turn != 1) {
            Thread.onSpinWait();
        }
        steps++;
        turn = 0;
    }

    static void homeBad() {
        while (place != 0) {
            Thread.onSpinWait();
        }
        visits++;  // expect: data-race VolatileTurnOfTwo.visits
        place = 1;
    }

    static void awayBad() {
        while (place != 1) {
            Thread.onSpinWait();
        }
        visits++;
        place = 0;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Thread even = new Thread(VolatileTurnOfTwo::evenBad);
            even.setDaemon(true);
            even.start();
        }
        new Thread(VolatileTurnOfTwo::oddBad).start();
        new Thread(VolatileTurnOfTwo::homeBad).start();
        new Thread(VolatileTurnOfTwo::awayBad).start();
        place = 1;
    }
}
