import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Loops that start a thread for each element: one loop gives each to one thread, two loops do not. */
public class ThreadForEachElement {
    static class Cell {
        int once;
        int twiceBad;
        int byOtherBad;

        void countOk() {
            once++;
        }
    }

    static class Shared {
        int marksBad;
    }

    public static void main(String[] args) {
        List<Cell> cells = new ArrayList<>();
        Cell[] others = new Cell[3];
        List<Shared> same = new ArrayList<>();
        Shared shared = new Shared();
        for (int i = 0; i < 3; i++) {
            cells.add(new Cell());
            others[i] = new Cell();
            same.add(shared);
        }
        for (Cell cell : cells) {
            new Thread(() -> cell.once++).start();
            new Thread(() -> cell.byOtherBad++).start();  // expect: data-race ThreadForEachElement$Cell.byOtherBad
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (Cell cell : others) {
            pool.submit(cell::countOk);
        }
        pool.shutdown();
        for (Cell cell : cells) {
            new Thread(() -> cell.byOtherBad++).start();
        }
        for (int round = 0; round < 2; round++) {
            for (Cell cell : cells) {
                new Thread(() -> cell.twiceBad++).start();  // expect: data-race ThreadForEachElement$Cell.twiceBad
            }
        }
        for (Shared one : same) {
            new Thread(() -> one.marksBad++).start();  // expect: data-race ThreadForEachElement$Shared.marksBad
        }
    }
}
