import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** References to methods of collections, which other threads run. */
public class MethodReferences {
    private static final List<String> LOG = new ArrayList<>();
    private static final List<String> SAFE = Collections.synchronizedList(new ArrayList<>());

    static void clearBad() {
        new Thread(LOG::clear).start();  // expect: data-race container MethodReferences.LOG
        LOG.add("started");
    }

    static void clearOk() throws InterruptedException {
        new Thread(SAFE::clear).start();
        SAFE.add("started");
        List<String> mine = new ArrayList<>();
        mine.add("mine");
        Thread clearing = new Thread(mine::clear);
        clearing.start();
        clearing.join();
        mine.add("mine again");
    }

    static int collectBad() {
        List<Integer> found = new ArrayList<>();
        IntStream.range(0, 10).parallel().boxed().forEach(found::add);  // expect: data-race container MethodReferences.found
        return found.size();
    }

    static int collectOk() {
        List<Integer> one = new ArrayList<>();
        IntStream.range(0, 10).boxed().forEach(one::add);
        List<Integer> two = new ArrayList<>();
        one.forEach(two::add);
        return two.size();
    }

    public static void main(String[] args) throws InterruptedException {
        clearBad();
        clearOk();
        System.out.println(collectBad() + collectOk());
    }
}
