import java.util.List;

/** A parallel stream gives each element to one thread, and no element is there twice. */
public class FP_ParallelStreamElements {
    static class Cell {
        int value;
    }

    static void fillOk(Cell cell) {
        cell.value++;  // false alarm: data-race FP_ParallelStreamElements$Cell.value
    }

    public static void main(String[] args) {
        List<Cell> cells = List.of(new Cell(), new Cell(), new Cell());
        cells.parallelStream().forEach(FP_ParallelStreamElements::fillOk);
    }
}
