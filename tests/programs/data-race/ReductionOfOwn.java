import java.util.List;
import java.util.stream.Collector;

/** A stream collects into an object of its own for each task; unless all are given the same. */
public class ReductionOfOwn {
    static class Mean {
        double sum;
        int count;

        void add(double number) {
            sum += number;
            count++;
        }

        Mean merge(Mean other) {
            sum += other.sum;
            count += other.count;
            return this;
        }
    }

    static class Longest {
        String text = "";

        void add(String other) {
            if (other.length() > text.length()) {
                text = other;
            }
        }
    }

    static class Shared {
        int count;

        void add(double number) {
            count++;  // expect: data-race ReductionOfOwn$Shared.count
        }

        void merge(Shared other) {
            count += other.count;
        }
    }

    static double meanOk(List<Double> numbers) {
        Mean mean = numbers.parallelStream().collect(Mean::new, Mean::add, Mean::merge);
        return mean.sum / mean.count;
    }

    static String longestOk(List<String> words) {
        return words.parallelStream().collect(Collector.of(Longest::new, (best, word) -> best.add(word), (one, two) -> {
            one.add(two.text);
            return one;
        })).text;
    }

    static String joinedOk(List<String> words) {
        return words.parallelStream()
                .collect(StringBuilder::new, (text, word) -> text.append(word), StringBuilder::append)
                .toString();
    }

    static int countBad(List<Double> numbers) {
        Shared shared = new Shared();
        return numbers.parallelStream().collect(() -> shared, Shared::add, Shared::merge).count;
    }

    public static void main(String[] args) {
        System.out.println(meanOk(List.of(1.0, 2.0)) + longestOk(List.of("a", "bc"))
                + joinedOk(List.of("a", "bc")) + countBad(List.of(1.0, 2.0)));
    }
}
