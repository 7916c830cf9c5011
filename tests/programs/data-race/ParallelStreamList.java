import java.util.ArrayList;
import java.util.List;

/** A parallel stream adds to a list that is not made for it. */
public class ParallelStreamList {
    private static final List<Integer> SQUARES = new ArrayList<>();

    static void squareBad(int value) {
        SQUARES.add(value * value);  // expect: data-race ParallelStreamList.SQUARES
    }

    public static void main(String[] args) {
        List.of(1, 2, 3, 4).parallelStream().forEach(ParallelStreamList::squareBad);
    }
}
