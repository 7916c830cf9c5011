import java.util.ArrayDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** A pool lends what it has taken off to a lambda, as its argument; another one lends what it keeps. */
public class LambdaUsesBorrowed {
    static class Buffer {
        int uses;
    }

    static class Connection {
        int uses;
    }

    static class Shared {
        int uses;
    }

    private final ArrayDeque<Buffer> idle = new ArrayDeque<>();
    private final BlockingQueue<Connection> free = new LinkedBlockingQueue<>();
    private final ArrayDeque<Shared> kept = new ArrayDeque<>();

    LambdaUsesBorrowed() {
        free.add(new Connection());
        kept.add(new Shared());
    }

    void withBufferOk(Consumer<Buffer> work) {
        Buffer buffer;
        synchronized (idle) {
            buffer = idle.pollFirst();
        }
        if (buffer == null) {
            buffer = new Buffer();
        }
        try {
            work.accept(buffer);
        } finally {
            synchronized (idle) {
                idle.addLast(buffer);
            }
        }
    }

    void withConnectionOk(Consumer<Connection> work) throws InterruptedException {
        Connection connection = free.take();
        try {
            work.accept(connection);
        } finally {
            free.add(connection);
        }
    }

    void withSharedBad(Consumer<Shared> work) {
        Shared shared;
        synchronized (kept) {
            shared = kept.peekFirst();
        }
        work.accept(shared);
    }

    void work(int[] sizes) {
        withBufferOk(buffer -> buffer.uses++);
        withSharedBad(shared -> shared.uses += sizes.length);  // expect: data-race LambdaUsesBorrowed$Shared.uses
        try {
            withConnectionOk(connection -> connection.uses += sizes.length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LambdaUsesBorrowed pool = new LambdaUsesBorrowed();
        int[] sizes = {1, 2};
        Thread one = new Thread(() -> pool.work(sizes));
        Thread two = new Thread(() -> pool.work(sizes));
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
