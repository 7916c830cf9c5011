/**
 * Final fields, read by another thread: after their constructor has ended, and before that. The
 * reader waits until the field is set, by something that orders nothing.
 */
public final class FinalFields {
    private static Escaped escaped;

    private FinalFields() {}

    static synchronized void publish(Escaped object) {
        escaped = object;
    }

    static synchronized Escaped published() {
        return escaped;
    }

    static final class Finished {
        final int value;

        Finished(int value) {
            this.value = value;
        }
    }

    static final class Escaped {
        final int value;

        Escaped(int value, Thread reader) throws InterruptedException {
            publish(this);
            this.value = value;
            reader.join();
        }
    }

    static void read(Thread constructor) {
        while (published() == null || constructor.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        System.out.println(published().value);
    }

    public static void main(String[] args) throws InterruptedException {
        Finished finished = new Finished(1);
        Thread other = new Thread(() -> System.out.println(finished.value), "other");
        other.start();
        other.join();
        Thread constructor = Thread.currentThread();
        Thread reader = new Thread(() -> read(constructor), "reader");
        reader.start();
        new Escaped(2, reader);
    }
}
