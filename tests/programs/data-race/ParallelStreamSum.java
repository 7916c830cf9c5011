import java.util.stream.IntStream;

/** A parallel stream adds up in a field. */
public class ParallelStreamSum {
    private static int sum;

    static void addBad(int value) {
        sum += value;  // expect: data-race ParallelStreamSum.sum
    }

    public static void main(String[] args) {
        IntStream.range(0, 1000).parallel().forEach(ParallelStreamSum::addBad);
        System.out.println(sum);
    }
}
