import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A database in memory: tables of rows behind a lock for readers and writers, a hash index of our
 * own by key, and maps of the JDK by city and by day.
 */
final class Database {
    private static final int TABLES = 4;
    private static final int ROWS = 20_000;
    private static final int CITIES = 97;
    private static final int DAYS = 365;
    private static final int READS_A_WRITE = 10;

    private static final class Row {
        private final long key;
        private final String city;
        private final int day;
        private long amount;
        private int changes;

        Row(long key, String city, int day) {
            this.key = key;
            this.city = city;
            this.day = day;
        }
    }

    /** Chains of entries in buckets, which double when they are full. */
    private static final class Index {
        private static final class Entry {
            private final long key;
            private final Row row;
            private Entry next;

            Entry(long key, Row row, Entry next) {
                this.key = key;
                this.row = row;
                this.next = next;
            }
        }

        private Entry[] buckets = new Entry[16];
        private int size;

        Row find(long key) {
            Entry entry = buckets[place(key, buckets.length)];
            while (entry != null && entry.key != key) {
                entry = entry.next;
            }
            return entry == null ? null : entry.row;
        }

        void add(Row row) {
            if (size++ == buckets.length) {
                grow();
            }
            int place = place(row.key, buckets.length);
            buckets[place] = new Entry(row.key, row, buckets[place]);
        }

        private void grow() {
            Entry[] wider = new Entry[2 * buckets.length];
            for (Entry first : buckets) {
                for (Entry entry = first; entry != null; ) {
                    Entry following = entry.next;
                    int place = place(entry.key, wider.length);
                    entry.next = wider[place];
                    wider[place] = entry;
                    entry = following;
                }
            }
            buckets = wider;
        }

        private static int place(long key, int length) {
            return (int) (key * 0x9E3779B97F4A7C15L >>> 40) & length - 1;
        }
    }

    private static final class Table {
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private final Index index = new Index();
        private final Map<String, List<Row>> byCity = new HashMap<>();
        private final TreeMap<Integer, List<Row>> byDay = new TreeMap<>();
        private long writes;

        void insert(Row row) {
            lock.writeLock().lock();
            try {
                index.add(row);
                byCity.computeIfAbsent(row.city, city -> new ArrayList<>()).add(row);
                byDay.computeIfAbsent(row.day, day -> new ArrayList<>()).add(row);
            } finally {
                lock.writeLock().unlock();
            }
        }

        /** Changes a few rows at once. */
        void update(long[] keys, long amount) {
            lock.writeLock().lock();
            try {
                for (long key : keys) {
                    Row row = index.find(key);
                    row.amount += amount;
                    row.changes++;
                }
                writes++;
            } finally {
                lock.writeLock().unlock();
            }
        }

        /** Looks a few rows up; what it counts does not depend on updates. */
        long select(long[] keys) {
            lock.readLock().lock();
            try {
                long found = 0;
                for (long key : keys) {
                    Row row = index.find(key);
                    found += row == null || row.amount < 0 ? 0 : row.day;
                }
                return found;
            } finally {
                lock.readLock().unlock();
            }
        }

        long selectCity(String city) {
            lock.readLock().lock();
            try {
                long found = 0;
                for (Row row : byCity.getOrDefault(city, List.of())) {
                    found += row.amount < 0 ? 0 : row.day;
                }
                return found;
            } finally {
                lock.readLock().unlock();
            }
        }

        long selectDays(int first, int last) {
            lock.readLock().lock();
            try {
                long found = 0;
                for (List<Row> rows : byDay.subMap(first, last).values()) {
                    found += rows.size();
                }
                return found;
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    private final Table[] tables = new Table[TABLES];
    private final String[] cities = new String[CITIES];

    private Database() {
        for (int i = 0; i < CITIES; i++) {
            cities[i] = "city-" + i;
        }
        Random64 random = new Random64(1);
        for (int i = 0; i < TABLES; i++) {
            tables[i] = new Table();
            for (int key = 0; key < ROWS; key++) {
                String city = cities[random.below(CITIES)];
                tables[i].insert(new Row(key, city, random.below(DAYS)));
            }
        }
    }

    private long work(int worker, int operations) {
        Random64 random = new Random64(worker);
        long[] keys = new long[32];
        long sum = 0;
        for (int i = 0; i < operations; i++) {
            for (int j = 0; j < keys.length; j++) {
                keys[j] = random.below(ROWS);
            }
            Table table = tables[random.below(TABLES)];
            if (i % READS_A_WRITE == 0) {
                table.update(keys, random.below(100));
            } else if (i % READS_A_WRITE == 1) {
                sum += table.selectCity(cities[random.below(CITIES)]);
            } else if (i % READS_A_WRITE == 2) {
                int first = random.below(DAYS);
                sum += table.selectDays(first, first + 7);
            } else {
                sum += table.select(keys);
            }
        }
        return sum;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int operations = Integer.parseInt(arguments[1]);
        Database database = new Database();
        long[] sums = new long[threads];
        Workers.run(threads, worker -> sums[worker] = database.work(worker, operations));
        long sum = 0;
        for (long each : sums) {
            sum = 31 * sum + each;
        }
        for (Table table : database.tables) {
            for (int key = 0; key < ROWS; key++) {
                Row row = table.index.find(key);
                sum = 31 * sum + row.amount + row.changes;
            }
            sum += table.writes;
        }
        System.out.println("checksum " + Long.toHexString(sum));
    }
}
