import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A parallel stream is done when its last method returns: who asked for it may then read what its functions wrote. */
public class StreamIsDone {
    private static final Object LOCK = new Object();

    static class Sum {
        int total;
        int later;
    }

    static void sumOk(List<Integer> numbers) {
        Sum sum = new Sum();
        numbers.parallelStream().forEach(it -> {
            synchronized (LOCK) {
                sum.total += it;
            }
        });
        System.out.println(sum.total);
        double[] roots = new double[100];
        Arrays.parallelSetAll(roots, Math::sqrt);
        IntStream.range(0, 100).parallel().forEach(i -> roots[i] += 1);
        System.out.println(roots[0]);
    }

    static void insideBad(List<Integer> numbers) {
        Sum sum = new Sum();
        numbers.parallelStream().forEach(it -> sum.later += it);  // expect: data-race StreamIsDone$Sum.later
        System.out.println(sum.later);
    }

    public static void main(String[] args) {
        List<Integer> numbers = List.of(1, 2, 3);
        sumOk(numbers);
        insideBad(numbers);
    }
}
