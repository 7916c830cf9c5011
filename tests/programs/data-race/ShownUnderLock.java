import java.util.ArrayList;
import java.util.List;

/** A list shows its elements while the lock is held; other things are printed without it. */
public class ShownUnderLock {
    static class Score {
        private int points;

        @Override
        public String toString() {
            return "score " + points;
        }
    }

    static class Level {
        private int height;

        @Override
        public String toString() {
            return "level " + height;  // expect: data-race ShownUnderLock$Level.height (note)
        }
    }

    private final List<Score> scores = new ArrayList<>(List.of(new Score(), new Score()));
    private final List<Level> levels = new ArrayList<>(List.of(new Level(), new Level()));

    synchronized void playOk() {
        scores.get(0).points++;
    }

    synchronized String showOk() {
        return scores.toString();
    }

    synchronized void climbBad() {
        levels.get(0).height++;
    }

    void showBad() {
        System.out.println(levels.get(0));
    }

    public static void main(String[] args) {
        ShownUnderLock board = new ShownUnderLock();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                board.playOk();
                System.out.println(board.showOk());
                board.climbBad();
                board.showBad();
            }).start();
        }
    }
}
