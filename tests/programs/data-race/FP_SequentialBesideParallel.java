import java.util.stream.IntStream;

/** A sequential stream stays in its thread, whatever other streams of the program do. */
public class FP_SequentialBesideParallel {
    private static int sumOk;

    public static void main(String[] args) {
        IntStream.range(0, 10).forEach(i -> sumOk += i);  // false alarm: data-race FP_SequentialBesideParallel.sumOk
        System.out.println(IntStream.range(0, 10).parallel().filter(i -> i > 3).sum());
        IntStream.range(0, 10).parallel().forEach(System.out::println);
        System.out.println(sumOk);
    }
}
