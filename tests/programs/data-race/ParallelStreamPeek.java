import java.util.stream.Stream;

/** What a stream does on its way runs in many threads as well. */
public class ParallelStreamPeek {
    static void countBad() {
        int[] count = {0};
        Stream.of(1, 2).parallel().peek(it -> count[0]++).count();  // expect: data-race array ParallelStreamPeek.count
    }

    static void countOk() {
        int[] count = {0};
        Stream.of(1, 2).peek(it -> count[0]++).count();
        System.out.println(count[0]);
    }

    public static void main(String[] args) {
        countBad();
        countOk();
    }
}
