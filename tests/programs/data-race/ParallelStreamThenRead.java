import java.util.List;
import java.util.stream.Collectors;

/** The stream's end waits for its threads: afterwards main may change what they made. */
public class ParallelStreamThenRead {
    static class Cell {
        int value;
    }

    static Cell makeOk(int value) {
        Cell cell = new Cell();
        cell.value = value;
        return cell;
    }

    public static void main(String[] args) {
        List<Cell> cells = List.of(1, 2, 3).parallelStream()
                .map(ParallelStreamThenRead::makeOk)
                .collect(Collectors.toList());
        for (Cell cell : cells) {
            cell.value++;
        }
    }
}
