import java.util.List;

/** An element that is in the list twice is given to two threads; so is one of two streams. */
public class ParallelStreamElementTwice {
    static class Cell {
        int value;
    }

    static class Mark {
        int color;
    }

    static void fillBad(Cell cell) {
        cell.value++;  // expect: data-race ParallelStreamElementTwice$Cell.value
    }

    static void paintBad(Mark mark) {
        mark.color++;  // expect: data-race ParallelStreamElementTwice$Mark.color
    }

    public static void main(String[] args) {
        Cell cell = new Cell();
        List<Cell> cells = List.of(cell, new Cell(), cell);
        cells.parallelStream().forEach(ParallelStreamElementTwice::fillBad);
        List<Mark> marks = List.of(new Mark(), new Mark());
        for (int i = 0; i < 2; i++) {
            new Thread(() -> marks.parallelStream().forEach(ParallelStreamElementTwice::paintBad)).start();
        }
    }
}
