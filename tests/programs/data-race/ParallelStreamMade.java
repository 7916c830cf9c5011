import java.util.stream.IntStream;

/** Objects that a parallel stream makes are each in one thread, from one function to the next. */
public class ParallelStreamMade {
    static class Cell {
        int value;

        Cell twiceOk() {
            value *= 2;
            return this;
        }
    }

    static Cell make(int value) {
        Cell made = new Cell();
        made.value = value;
        return made;
    }

    public static void main(String[] args) {
        System.out.println(
                IntStream.range(0, 100).parallel().mapToObj(ParallelStreamMade::make).map(Cell::twiceOk).count());
    }
}
