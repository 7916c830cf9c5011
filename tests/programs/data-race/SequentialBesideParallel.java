import java.util.stream.IntStream;

/** A sequential stream stays in its thread, whatever other streams of the program do. */
public class SequentialBesideParallel {
    private static int sumOk;
    private static int sumBad;

    public static void main(String[] args) {
        IntStream.range(0, 10).forEach(i -> sumOk += i);
        System.out.println(IntStream.range(0, 10).parallel().filter(i -> i > 3).sum());
        IntStream.range(0, 10).parallel().forEach(i -> sumBad += i);  // expect: data-race SequentialBesideParallel.sumBad
        System.out.println(sumOk);
    }
}
