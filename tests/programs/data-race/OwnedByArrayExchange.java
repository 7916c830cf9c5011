// snarl: --open OwnedByArrayExchange
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A pool in an array: who exchanges a slot for nothing has what was in it, who only looks into the slot does not. */
public class OwnedByArrayExchange {
    private static final class Pool<T> {
        private final AtomicReferenceArray<T> slots = new AtomicReferenceArray<>(8);
        private final AtomicInteger top = new AtomicInteger();

        T allocate() {
            int at = top.get();
            return at > 0 && top.compareAndSet(at, at - 1) ? slots.getAndSet(at - 1, null) : null;
        }

        T peek() {
            return slots.get(0);
        }

        void free(T item) {
            int at = top.get();
            if (at < slots.length() && slots.compareAndSet(at, null, item)) {
                top.compareAndSet(at, at + 1);
            }
        }
    }

    private static class Reader {
        private int position;

        int next() {
            return position++;
        }
    }

    private static class Writer {
        private int position;
    }

    private static class Line {
        private int length;
    }

    private final Pool<Reader> readers = new Pool<>();
    private final Pool<Writer> writers = new Pool<>();
    private final AtomicReferenceArray<Line> lines = new AtomicReferenceArray<>(8);

    private Reader newReader() {
        Reader reader = readers.allocate();
        return reader == null ? new Reader() : reader;
    }

    public int readOk() {
        Reader reader = newReader();
        int sum = 0;
        while (sum < 100) {
            sum += reader.next();
        }
        readers.free(reader);
        return sum;
    }

    public void writeBad() {
        Writer writer = writers.peek();
        if (writer == null) {
            writer = new Writer();
            writers.free(writer);
        }
        writer.position++;  // expect: data-race OwnedByArrayExchange$Writer.position
    }

    public void addBad(int slot) {
        Line line = lines.getAndSet(slot, null);
        if (line == null) {
            line = new Line();
        }
        lines.set(slot, line);
        line.length++;  // expect: data-race OwnedByArrayExchange$Line.length
    }
}
