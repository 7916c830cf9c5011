import java.util.List;

/** A parallel stream gives each element to one thread, and no element is there twice. */
public class ParallelStreamElements {
    static class Cell {
        int value;
    }

    static void fillOk(Cell cell) {
        cell.value++;
    }

    public static void main(String[] args) {
        List<Cell> cells = List.of(new Cell(), new Cell(), new Cell());
        cells.parallelStream().forEach(ParallelStreamElements::fillOk);
    }
}
