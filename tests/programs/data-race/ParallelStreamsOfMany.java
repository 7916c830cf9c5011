import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Many streams make the JDK's code mean many functions; one of them races. */
public class ParallelStreamsOfMany {
    static class Tally {
        int words;
    }

    static class Lost {
        int words;
    }

    static int tallyOk(List<String> texts) {
        ConcurrentMap<String, Tally> found = new ConcurrentHashMap<>();
        texts.parallelStream().forEach(text -> {
            for (String word : text.split(" ")) {
                found.compute(word, (key, tally) -> {
                    Tally known = tally == null ? new Tally() : tally;
                    known.words++;
                    return known;
                });
            }
        });
        return found.size();
    }

    static int sortOk(List<String> texts) {
        return texts.parallelStream()
                .flatMap(text -> Stream.of(text.split(" ")))
                .map(String::trim)
                .sorted()
                .collect(Collectors.toList())
                .size();
    }

    static int countBad(List<String> texts) {
        Lost lost = new Lost();
        List<String> seen = new ArrayList<>();
        texts.parallelStream().forEach(text -> {
            lost.words += text.length();  // expect: data-race ParallelStreamsOfMany$Lost.words
            seen.add(text);  // expect: data-race container ParallelStreamsOfMany.seen
        });
        return lost.words + seen.size();
    }

    static int lengthOk(List<String> texts) {
        return texts.parallelStream().mapToInt(String::length).reduce(0, Integer::sum);
    }

    static int joinOk(List<String> texts) {
        return texts.parallelStream()
                .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append)
                .length();
    }

    public static void main(String[] args) {
        List<String> texts = List.of("a b", "b c", "c d");
        System.out.println(tallyOk(texts) + sortOk(texts) + countBad(texts) + lengthOk(texts) + joinOk(texts));
    }
}
