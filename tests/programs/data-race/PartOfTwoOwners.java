import java.util.ArrayList;
import java.util.List;

/** What two objects hold does not belong to either: that each is locked, or used by its own thread, says nothing. */
public class PartOfTwoOwners {
    static final class Cell {
        int bumped;
        int counted;
        int kept;
    }

    static final class Middle {
        final List<String> names = new ArrayList<>();
    }

    static final class Worker extends Thread {
        Cell cell;
        Cell own = new Cell();
        final Middle middle;

        Worker(Middle middle) {
            this.middle = middle;
        }

        @Override
        public void run() {
            bumpBad();
            countBad();
            addBad();
            keepOk();
        }

        private void bumpBad() {
            cell.bumped++;  // expect: data-race PartOfTwoOwners$Cell.bumped
        }

        private synchronized void countBad() {
            cell.counted++;  // expect: data-race PartOfTwoOwners$Cell.counted
        }

        private synchronized void addBad() {
            middle.names.add("Ada");  // expect: data-race container PartOfTwoOwners$Middle.names
        }

        private void keepOk() {
            own.kept++;
        }
    }

    private final List<String> letters = new ArrayList<>();

    final class Inner implements Runnable {
        @Override
        public void run() {
            letters.add("a");  // expect: data-race container PartOfTwoOwners.letters
        }
    }

    public static void main(String[] args) {
        Middle middle = new Middle();
        Worker one = new Worker(middle);
        Worker two = new Worker(middle);
        Cell cell = new Cell();
        one.cell = cell;
        two.cell = cell;
        one.start();
        two.start();
        PartOfTwoOwners outer = new PartOfTwoOwners();
        for (int i = 0; i < 2; i++) {
            new Thread(outer.new Inner()).start();
        }
    }
}
