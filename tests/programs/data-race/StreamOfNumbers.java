import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The numbers of a range are all different; those of an array or a list need not be. */
public class StreamOfNumbers {
    static void rangeOk(double[] roots, double[] halves) {
        IntStream.range(0, roots.length).parallel().forEach(i -> roots[i] = Math.sqrt(i));
        IntStream.rangeClosed(1, 99).filter(i -> i % 2 == 0).parallel().forEach(i -> halves[i] /= 2);
    }

    static void longsOk(long[] squares) {
        LongStream.range(0, squares.length).parallel().forEach(i -> squares[(int) i] = i * i);
    }

    static void boxedOk(int[] lengths, List<String> words) {
        IntStream.range(0, words.size()).boxed().parallel().forEach(i -> lengths[i] = words.get(i).length());
    }

    static void arrayBad(int[] numbers) {
        int[] seen = new int[10];
        Arrays.stream(numbers).parallel().forEach(it -> seen[it]++);  // expect: data-race array StreamOfNumbers.seen
        System.out.println(seen[0]);
    }

    static void listBad(List<Integer> numbers) {
        int[] counts = new int[10];
        numbers.parallelStream().forEach(it -> counts[it]++);  // expect: data-race array StreamOfNumbers.counts
        System.out.println(counts[0]);
    }

    static void mappedBad() {
        int[] rests = new int[3];
        IntStream.range(0, 100).map(i -> i % 3).parallel().forEach(i -> rests[i]++);  // expect: data-race array StreamOfNumbers.rests
        System.out.println(rests[0]);
    }

    public static void main(String[] args) {
        rangeOk(new double[100], new double[100]);
        longsOk(new long[100]);
        boxedOk(new int[2], List.of("a", "bc"));
        arrayBad(new int[] {1, 2, 1});
        listBad(List.of(1, 2, 1));
        mappedBad();
    }
}
