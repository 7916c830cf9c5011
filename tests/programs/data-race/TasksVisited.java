import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tasks out of a list, each given to a pool once; and some that are given to it again. */
public class TasksVisited {
    static class Once implements Runnable {
        int steps;

        @Override
        public void run() {
            steps++;
        }
    }

    static class Referred implements Runnable {
        int steps;

        @Override
        public void run() {
            steps++;
        }
    }

    static class Again implements Runnable {
        int steps;

        @Override
        public void run() {
            steps++; // expect: data-race TasksVisited$Again.steps
        }
    }

    static class Looped implements Runnable {
        int steps;

        @Override
        public void run() {
            steps++; // expect: data-race TasksVisited$Looped.steps
        }
    }

    static class Mixed implements Runnable {
        int steps;

        @Override
        public void run() {
            steps++; // expect: data-race TasksVisited$Mixed.steps
        }
    }

    static class Asked implements Callable<Integer> {
        int steps;

        @Override
        public Integer call() {
            return ++steps;
        }
    }

    static class AskedAgain implements Callable<Integer> {
        int steps;

        @Override
        public Integer call() {
            return ++steps; // expect: data-race TasksVisited$AskedAgain.steps
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        onceOk(pool);
        twiceBad(pool);
        pool.shutdown();
    }

    private static void onceOk(ExecutorService pool) {
        List<Once> once = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            once.add(new Once());
        }
        once.forEach(it -> pool.execute(it));
        List<Referred> referred =
                IntStream.range(0, 3).mapToObj(i -> new Referred()).collect(Collectors.toList());
        referred.forEach(pool::execute);
        List<Asked> asked = new ArrayList<>();
        asked.add(new Asked());
        List<Future<Integer>> answers =
                asked.stream().map(pool::submit).collect(Collectors.toList());
        System.out.println(answers.size());
    }

    private static void twiceBad(ExecutorService pool) {
        List<Again> again = new ArrayList<>();
        again.add(new Again());
        again.forEach(pool::execute);
        again.forEach(pool::execute);
        List<AskedAgain> asked = new ArrayList<>();
        asked.add(new AskedAgain());
        asked.forEach(it -> pool.submit(it));
        asked.forEach(it -> pool.submit(it));
        List<Looped> looped = new ArrayList<>();
        looped.add(new Looped());
        for (int round = 0; round < 2; round++) {
            for (Looped it : looped) {
                pool.execute(it);
            }
        }
        List<Mixed> mixed = new ArrayList<>();
        mixed.add(new Mixed());
        mixed.forEach(pool::execute);
        for (Mixed it : mixed) {
            pool.execute(it);
        }
    }
}
