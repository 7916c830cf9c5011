import java.util.concurrent.locks.ReentrantLock;

/** Who counts has taken the locks of all segments, in one loop, and gives them back in another one. */
public class FP_AllSegmentsLocked {
    static class Segment extends ReentrantLock {
        int count;

        void addOk() {
            lock();
            try {
                count++;
            } finally {
                unlock();
            }
        }
    }

    private final Segment[] segments = {new Segment(), new Segment()};

    void addOk(int hash) {
        segments[hash % segments.length].addOk();
    }

    int sizeOk() {
        for (Segment segment : segments) {
            segment.lock();
        }
        int size = 0;
        for (Segment segment : segments) {
            size += segment.count;  // false alarm: data-race FP_AllSegmentsLocked$Segment.count
        }
        for (Segment segment : segments) {
            segment.unlock();
        }
        return size;
    }

    public static void main(String[] args) {
        FP_AllSegmentsLocked map = new FP_AllSegmentsLocked();
        for (int i = 0; i < 4; i++) {
            int hash = i;
            new Thread(() -> map.addOk(hash)).start();
        }
        System.out.println(map.sizeOk());
    }
}
