import java.util.concurrent.Exchanger;

/** Two threads give each other their buffers: each has one of the two at any time. */
public class FP_ExchangedBuffers {
    static final class Buffer {
        int size;
    }

    static void fillOk(Exchanger<Buffer> exchanger, Buffer first) throws InterruptedException {
        Buffer buffer = first;
        for (int i = 0; i < 9; i++) {
            buffer.size = i;  // false alarm: data-race FP_ExchangedBuffers$Buffer.size
            buffer = exchanger.exchange(buffer);
        }
    }

    static void emptyOk(Exchanger<Buffer> exchanger, Buffer first) throws InterruptedException {
        Buffer buffer = first;
        for (int i = 0; i < 9; i++) {
            buffer = exchanger.exchange(buffer);
            System.out.println(buffer.size);
            buffer.size = 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Exchanger<Buffer> exchanger = new Exchanger<>();
        Buffer empty = new Buffer();
        Buffer full = new Buffer();
        new Thread(() -> {
            try {
                fillOk(exchanger, empty);
            } catch (InterruptedException e) {
                return;
            }
        }).start();
        emptyOk(exchanger, full);
    }
}
