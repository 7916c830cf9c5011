import java.util.ArrayList;
import java.util.List;

/** Each thread counts in a table of its own, which it makes itself; one number goes out. */
public class Histogram {
    static int total;

    static class Entry {
        final int key;
        int count;
        Entry next;

        Entry(int key, Entry next) {
            this.key = key;
            this.next = next;
        }
    }

    static class Table {
        private final Entry[] entries = new Entry[64];

        void add(int key) {
            int place = key & 63;
            for (Entry it = entries[place]; it != null; it = it.next) {
                if (it.key == key) {
                    it.count++;
                    return;
                }
            }
            entries[place] = new Entry(key, entries[place]);
        }

        int most() {
            int most = 0;
            for (Entry entry : entries) {
                for (Entry it = entry; it != null; it = it.next) {
                    most = Math.max(most, it.count);
                }
            }
            return most;
        }
    }

    static void work(int seed) {
        Table table = new Table();
        int number = seed;
        for (int i = 0; i < 20_000; i++) {
            number = number * 1103515245 + 12345;
            table.add((number >>> 16) % 500);
        }
        synchronized (Histogram.class) {
            total += table.most();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int seed = i;
            Thread thread = new Thread(() -> work(seed));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(total);
    }
}
