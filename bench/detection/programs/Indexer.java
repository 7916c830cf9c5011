import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An indexer: takes texts apart into words, counts these for each text in maps of the thread, and
 * adds them to a shared map of postings.
 */
final class Indexer {
    private static final int WORDS_A_TEXT = 2_000;
    private static final int VOCABULARY = 5_000;

    /** The texts that a word is in, each with how often. */
    private static final class Postings {
        private int[] texts = new int[8];
        private int[] counts = new int[8];
        private int size;

        synchronized void add(int text, int count) {
            if (size == texts.length) {
                texts = Arrays.copyOf(texts, 2 * size);
                counts = Arrays.copyOf(counts, 2 * size);
            }
            texts[size] = text;
            counts[size++] = count;
        }

        /** The same in whatever order texts came. */
        synchronized long digest() {
            long sum = 0;
            for (int i = 0; i < size; i++) {
                sum += (texts[i] * 31L + 7) * counts[i];
            }
            return sum;
        }
    }

    private static final class Counter {
        private int count;
    }

    /** Writes texts; the same for the same number. */
    private static char[] text(int number) {
        Random64 random = new Random64(number);
        char[] text = new char[WORDS_A_TEXT * 9];
        int length = 0;
        for (int i = 0; i < WORDS_A_TEXT; i++) {
            // Some words are far more frequent than others.
            int word = random.below(1 + random.below(VOCABULARY));
            int letters = 3 + word % 6;
            for (int j = 0; j < letters; j++) {
                int letter = (word >>> j + j / 2) % 26;
                text[length++] = (char) ((j == 0 && i % 11 == 0 ? 'A' : 'a') + letter);
            }
            text[length++] = i % 9 == 0 ? '.' : ' ';
        }
        return Arrays.copyOf(text, length);
    }

    /** Takes texts apart; one for each thread. */
    private static final class Tokens {
        private final char[] word = new char[64];
        private final Map<String, Counter> counts = new HashMap<>();
        private int length;

        void read(char[] text) {
            counts.clear();
            length = 0;
            for (char sign : text) {
                if (sign >= 'a' && sign <= 'z') {
                    word[length++] = sign;
                } else if (sign >= 'A' && sign <= 'Z') {
                    word[length++] = (char) (sign - 'A' + 'a');
                } else if (length > 0) {
                    end();
                }
            }
        }

        private void end() {
            Counter counter = counts.computeIfAbsent(new String(word, 0, length), it -> new Counter());
            counter.count++;
            length = 0;
        }
    }

    private final Map<String, Postings> index = new ConcurrentHashMap<>();
    private final AtomicInteger nextText = new AtomicInteger();

    private void work(int texts) {
        Tokens tokens = new Tokens();
        for (int text = nextText.getAndIncrement(); text < texts; ) {
            tokens.read(text(text));
            for (Map.Entry<String, Counter> entry : tokens.counts.entrySet()) {
                index.computeIfAbsent(entry.getKey(), word -> new Postings())
                        .add(text, entry.getValue().count);
            }
            text = nextText.getAndIncrement();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int texts = Integer.parseInt(arguments[1]);
        Indexer indexer = new Indexer();
        Workers.run(threads, worker -> indexer.work(texts));
        List<String> words = new ArrayList<>(indexer.index.keySet());
        words.sort(null);
        long sum = 0;
        for (String word : words) {
            sum = 31 * sum + word.hashCode() + indexer.index.get(word).digest();
        }
        System.out.println("checksum " + Long.toHexString(sum));
    }
}
