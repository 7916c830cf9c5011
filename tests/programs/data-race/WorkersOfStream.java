import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A stream makes a list of workers, and each gets a thread of its own; unless somebody else has them, too. */
public class WorkersOfStream {
    static class Worker implements Runnable {
        private int done;

        @Override
        public void run() {
            done++;
        }
    }

    static class Twice implements Runnable {
        private int done;

        @Override
        public void run() {
            done++;  // expect: data-race WorkersOfStream$Twice.done
        }
    }

    static class Kept implements Runnable {
        private int done;

        @Override
        public void run() {
            done++;  // expect: data-race WorkersOfStream$Kept.done
        }
    }

    static class Same implements Runnable {
        private int done;

        @Override
        public void run() {
            done++;  // expect: data-race WorkersOfStream$Same.done
        }
    }

    private static final List<Kept> KEPT = new CopyOnWriteArrayList<>();

    static void eachOk() {
        List<Worker> workers = IntStream.range(0, 4).mapToObj(i -> new Worker()).collect(Collectors.toList());
        for (Worker worker : workers) {
            new Thread(worker).start();
        }
    }

    static void twiceBad() {
        List<Twice> workers = IntStream.range(0, 4).mapToObj(i -> new Twice()).collect(Collectors.toList());
        for (Twice worker : workers) {
            new Thread(worker).start();
            new Thread(worker).start();
        }
    }

    static void keptBad() {
        List<Kept> workers = IntStream.range(0, 4).mapToObj(i -> new Kept()).peek(KEPT::add).collect(Collectors.toList());
        for (Kept worker : workers) {
            new Thread(worker).start();
        }
        KEPT.get(0).run();
    }

    static void sameBad() {
        Same same = new Same();
        List<Same> workers = IntStream.range(0, 4).mapToObj(i -> same).collect(Collectors.toList());
        for (Same worker : workers) {
            new Thread(worker).start();
        }
    }

    public static void main(String[] args) {
        eachOk();
        twiceBad();
        keptBad();
        sameBad();
    }
}
