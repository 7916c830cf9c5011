/** Two threads hand a turn to each other: what each does while it has its turn, the other does not do at the same time;
 * what it does after it has given the turn away is another matter. */
public class VolatileTurn {
    private volatile boolean isFirst = true;
    private int steps;
    private int late;

    void firstOk() {
        for (int i = 0; i < 10; i++) {
            while (!isFirst) {
                Thread.onSpinWait();
            }
            steps++;
            isFirst = false;
            late++;  // expect: data-race VolatileTurn.late
        }
    }

    void secondOk() {
        for (int i = 0; i < 10; i++) {
            while (isFirst) {
                Thread.onSpinWait();
            }
            steps++;
            isFirst = true;
            late++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        VolatileTurn game = new VolatileTurn();
        Thread first = new Thread(game::firstOk);
        Thread second = new Thread(game::secondOk);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(game.steps + game.late);
    }
}
