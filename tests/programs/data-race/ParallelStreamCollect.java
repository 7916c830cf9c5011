import java.util.List;
import java.util.stream.Collectors;

/** collect gives each thread a container of its own, and merges them. */
public class ParallelStreamCollect {
    static int squareOk(int value) {
        return value * value;
    }

    public static void main(String[] args) {
        List<Integer> squares = List.of(1, 2, 3, 4).parallelStream()
                .map(ParallelStreamCollect::squareOk)
                .collect(Collectors.toList());
        System.out.println(squares);
    }
}
