import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Parallel streams, one after another, and what their lambdas share. */
public class ParallelStreams {
    static class Cell {
        int value;
        int squared;
    }

    static void streamAfterStreamOk() {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 10; i++) cells.add(new Cell());
        cells.parallelStream().forEach(c -> c.value = 3);
        cells.parallelStream().forEach(c -> c.squared = c.value * c.value);
        int total = cells.stream().mapToInt(c -> c.squared).sum();
        System.out.println(total);
    }

    static int latest;

    static void oneStreamBad() {
        int sum = IntStream.range(0, 100).parallel().map(i -> {
            latest = i;  // expect: data-race ParallelStreams.latest
            return i;
        }).map(i -> i + latest).sum();
        System.out.println(sum);
    }

    static int count;
    static int worst;

    static void counterBad() {
        IntStream.range(0, 100).parallel().forEach(i -> count++);  // expect: data-race ParallelStreams.count
        System.out.println(count);
    }

    static void maximumBad() {
        Arrays.asList(3, 1, 2).parallelStream().forEach(v -> {
            if (v > worst) worst = v;  // expect: data-race ParallelStreams.worst
        });
    }

    static final List<Integer> collected = new ArrayList<>();
    static final List<Integer> wrapped = Collections.synchronizedList(new ArrayList<>());

    static void collectBad() {
        IntStream.range(0, 10).parallel().boxed().forEach(collected::add);  // expect: data-race ParallelStreams.collected
    }

    static void collectOk() {
        List<Integer> good = IntStream.range(0, 10).parallel().boxed().collect(Collectors.toList());
        Map<Boolean, List<Integer>> parts = good.parallelStream().collect(Collectors.partitioningBy(i -> i > 3));
        IntStream.range(0, 10).parallel().boxed().forEach(wrapped::add);
        LongAdder adder = new LongAdder();
        good.parallelStream().forEach(i -> adder.add(i));
        System.out.println(parts.size() + adder.sum());
    }

    static int seen;

    static void sequentialOk() {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        list.forEach(i -> seen += i);
        list.stream().forEach(i -> seen += i);
        new HashMap<>(Map.of(1, 2)).forEach((k, v) -> seen += v);
        System.out.println(seen);
    }

    static int[] array = new int[100];
    static int[] histogram = new int[4];

    static void arraysOk() {
        Arrays.parallelSetAll(array, i -> i * 2);
        int sum = IntStream.range(0, 100).parallel().map(i -> array[i]).sum();
        System.out.println(sum);
    }

    static void histogramBad() {
        IntStream.range(0, 100).parallel().forEach(i -> histogram[i % 4]++);  // expect: data-race ParallelStreams.histogram
        System.out.println(histogram[0]);
    }

    public static void main(String[] args) {
        streamAfterStreamOk();
        oneStreamBad();
        counterBad();
        maximumBad();
        collectBad();
        collectOk();
        sequentialOk();
        arraysOk();
        histogramBad();
    }
}
