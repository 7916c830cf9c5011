import java.util.concurrent.locks.ReentrantLock;

/** Segments that are locks themselves: each guards what is its own, and nothing else. */
public class SegmentLocks {
    static class Segment extends ReentrantLock {
        int count;
    }

    static class Segmented {
        private final Segment[] segments = {new Segment(), new Segment()};

        void addOk(Object key) {
            Segment s = segments[Math.abs(key.hashCode() % segments.length)];
            s.lock();
            try {
                s.count++;
            } finally {
                s.unlock();
            }
        }
    }

    static class Loose extends ReentrantLock {
        int count;
        int size;
    }

    static class Wrong {
        private final Loose[] segments = {new Loose(), new Loose()};
        private int size;

        void addBad(Object key) {
            Loose s = segments[Math.abs(key.hashCode() % segments.length)];
            s.lock();
            try {
                s.count++;
                size++;  // expect: data-race SegmentLocks$Wrong.size
            } finally {
                s.unlock();
            }
        }

        int countBad() {
            int sum = 0;
            for (Loose s : segments) sum += s.count;  // expect: data-race SegmentLocks$Loose.count
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Segmented segmented = new Segmented();
        Wrong wrong = new Wrong();
        Runnable r = () -> {
            segmented.addOk("a");
            wrong.addBad("a");
            System.out.println(wrong.countBad());
        };
        Thread a = new Thread(r);
        Thread b = new Thread(r);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
