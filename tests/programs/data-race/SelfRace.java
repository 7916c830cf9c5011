/** One line, one Runnable class: the write races with itself in another thread. */
public class SelfRace {
    private static String last = "";

    static void noteBad() {
        last = Thread.currentThread().getName();  // expect: data-race SelfRace.last
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(SelfRace::noteBad).start();
        }
    }
}
