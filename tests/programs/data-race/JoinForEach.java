import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A walk over a collection of threads, or a stream of futures, that waits for each comes after all of them, if it is
 * run to its end. */
public class JoinForEach {
    private static int ofThreads;
    private static int ofFutures;
    private static int ofNobody;

    static synchronized void threadOk() {
        ofThreads++;
    }

    static synchronized int futureOk() {
        return ofFutures++;
    }

    static synchronized int nobodyBad() {
        return ofNobody++;
    }

    static void waitFor(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        List<Thread> threads = new ArrayList<>();
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        List<CompletableFuture<Integer>> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(JoinForEach::threadOk);
            threads.add(thread);
            thread.start();
            futures.add(CompletableFuture.supplyAsync(JoinForEach::futureOk));
            others.add(CompletableFuture.supplyAsync(JoinForEach::nobodyBad));
        }
        threads.forEach(JoinForEach::waitFor);
        System.out.println(ofThreads);
        System.out.println(futures.stream().mapToInt(CompletableFuture::join).sum());
        System.out.println(ofFutures);
        Stream<Integer> never = others.stream().map(CompletableFuture::join);
        System.out.println(ofNobody + " " + never);  // expect: data-race JoinForEach.ofNobody
    }
}
