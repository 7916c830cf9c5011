import java.util.ArrayDeque;

/** A pool of buffers: threads borrow one, work in it, and give it back to whoever waits. */
final class Pool {
    private static final int BUFFERS = 3;

    /** What is lent: only who has it touches it. */
    private static final class Buffer {
        private final int[] words = new int[512];
        private int length;
        private long digest;
        private long uses;

        void fill(Random64 random) {
            length = 256 + random.below(256);
            for (int i = 0; i < length; i++) {
                words[i] = random.below(1 << 20);
            }
            uses++;
        }

        /** Sorts what is there, and digests it. */
        void work() {
            for (int gap = length / 2; gap > 0; gap /= 2) {
                for (int i = gap; i < length; i++) {
                    int word = words[i];
                    int place = i;
                    while (place >= gap && words[place - gap] > word) {
                        words[place] = words[place - gap];
                        place -= gap;
                    }
                    words[place] = word;
                }
            }
            digest = 0;
            for (int i = 0; i < length; i++) {
                digest = 31 * digest + words[i];
            }
        }
    }

    private final ArrayDeque<Buffer> free = new ArrayDeque<>();
    private long sum;
    private int borrowed;

    private Pool() {
        for (int i = 0; i < BUFFERS; i++) {
            free.add(new Buffer());
        }
    }

    private synchronized Buffer borrow() throws InterruptedException {
        while (free.isEmpty()) {
            wait();
        }
        borrowed++;
        return free.removeFirst();
    }

    private synchronized void giveBack(Buffer buffer) {
        sum += buffer.digest;
        free.addLast(buffer);
        notify();
    }

    private void work(int worker, int times) throws InterruptedException {
        Random64 random = new Random64(worker);
        for (int i = 0; i < times; i++) {
            Buffer buffer = borrow();
            try {
                buffer.fill(random);
                buffer.work();
            } finally {
                giveBack(buffer);
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int times = Integer.parseInt(arguments[1]);
        Pool pool = new Pool();
        Workers.run(threads, worker -> pool.work(worker, times));
        long uses = 0;
        for (Buffer buffer : pool.free) {
            uses += buffer.uses;
        }
        System.out.println("checksum " + Long.toHexString(31 * pool.sum + uses + pool.borrowed));
    }
}
