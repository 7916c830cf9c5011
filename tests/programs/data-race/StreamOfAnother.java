import java.util.List;

/** A parallel stream that another thread has asked for may still run. */
public class StreamOfAnother {
    private static final Object LOCK = new Object();
    private static int sum;

    static void addBad(int number) {
        synchronized (LOCK) {
            sum += number;  // expect: data-race StreamOfAnother.sum
        }
    }

    public static void main(String[] args) {
        List<Integer> numbers = List.of(1, 2, 3);
        new Thread(() -> numbers.parallelStream().forEach(StreamOfAnother::addBad)).start();
        System.out.println(sum + 1);
    }
}
