import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A stream of one thread fills what the thread has made; in parallel, or known to all, it is not for one. */
public class StreamFillsFresh {
    static class Report {
        static final List<Report> ALL = new ArrayList<>();
        private int total;
        private int most;
        private int shown;

        void add(int number) {
            total += number;
        }

        synchronized void compare(int number) {
            most = Math.max(most, number);
        }

        void show(int number) {
            shown += number;  // expect: data-race StreamFillsFresh$Report.shown
            synchronized (ALL) {
                ALL.add(this);
            }
        }
    }

    private static final List<String> COMMON = new ArrayList<>();

    static Report filledOk(List<String> words) {
        Report report = new Report();
        words.stream()
            .filter(it -> !it.isEmpty())
            .sorted(Comparator.comparing(String::length))
            .forEach(it -> report.add(it.length()));
        return report;
    }

    static List<String> listedOk(List<String> words) {
        List<String> listed = new ArrayList<>();
        words.stream().map(String::trim).forEach(listed::add);
        return listed;
    }

    static List<String> collectedOk(List<String> words) {
        List<String> all = words.stream().collect(Collectors.toCollection(ArrayList::new));
        all.add("four");
        all.addAll(words.stream().filter(String::isEmpty).collect(Collectors.toList()));
        return all;
    }

    static int collectedBad(List<String> words) {
        List<String> all = words.stream().collect(Collectors.toCollection(() -> COMMON));
        all.add("four");  // expect: data-race container StreamFillsFresh.COMMON
        return all.size();
    }

    static List<String> togetherBad(List<String> words) {
        List<String> listed = new ArrayList<>();
        words.parallelStream().forEach(listed::add);  // expect: data-race container StreamFillsFresh.listed
        return listed;
    }

    static Report parallelOk(List<String> words) {
        Report report = new Report();
        words.parallelStream().forEach(it -> report.compare(it.length()));
        return report;
    }

    static void shownBad(List<String> words) {
        Report report = new Report();
        words.stream().forEach(it -> report.show(it.length()));
        report.show(1);
    }

    static void lookBad() {
        synchronized (Report.ALL) {
            for (Report report : Report.ALL) {
                System.out.println(report.shown);
            }
        }
    }

    static void run(List<String> words) {
        System.out.println(filledOk(words).total);
        listedOk(words).add("five");
        System.out.println(collectedOk(words).size() + collectedBad(words) + togetherBad(words).size());
        parallelOk(words);
        shownBad(words);
        lookBad();
    }

    public static void main(String[] args) {
        List<String> words = Arrays.asList("one", "three", "");
        new Thread(() -> run(words)).start();
        new Thread(() -> run(words)).start();
    }
}
