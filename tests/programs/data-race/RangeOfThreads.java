import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A thread for each number of a range, which works on the element with this number. */
public class RangeOfThreads {
    static final int[] slots = new int[8];
    static final int[] halves = new int[8];
    static final int[] twice = new int[8];

    static Thread started(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    static void await(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) thread.join();
    }

    static void slotsOk() throws InterruptedException {
        await(IntStream.range(0, 8)
            .mapToObj(i -> started(() -> slots[i] = i))
            .collect(Collectors.toList()));
        System.out.println(slots[0]);
    }

    static void halvesBad() throws InterruptedException {
        await(IntStream.range(0, 8)
            .mapToObj(i -> started(() -> halves[i % 2]++))  // expect: data-race array RangeOfThreads.halves
            .collect(Collectors.toList()));
        System.out.println(halves[0]);
    }

    static void twiceBad() throws InterruptedException {
        await(IntStream.range(0, 16)
            .map(i -> i / 2)
            .mapToObj(i -> started(() -> twice[i]++))  // expect: data-race array RangeOfThreads.twice
            .collect(Collectors.toList()));
        System.out.println(twice[0]);
    }

    public static void main(String[] args) throws InterruptedException {
        slotsOk();
        halvesBad();
        twiceBad();
    }
}
