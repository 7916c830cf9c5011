import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The tasks of a single-thread executor run one after the other, but beside main. */
public class ExecutorSingleThreadAndMain {
    private static int count;

    static void countBad() {
        count++;  // expect: data-race ExecutorSingleThreadAndMain.count
    }

    public static void main(String[] args) {
        ExecutorService single = Executors.newSingleThreadExecutor();
        single.submit(ExecutorSingleThreadAndMain::countBad);
        System.out.println(count);
        single.shutdown();
    }
}
