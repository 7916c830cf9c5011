import java.util.concurrent.atomic.AtomicInteger;

/** A lock of one's own for many who read or one who writes, made of one number: -1 while somebody writes. */
public class SpinLockOfReaders {
    private final AtomicInteger state = new AtomicInteger();
    private int priceOk;
    private int readsBad;
    private int lateBad;

    private void lockForReading() {
        while (true) {
            int readers = state.get();
            if (readers >= 0 && state.compareAndSet(readers, readers + 1)) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    private void unlockForReading() {
        state.decrementAndGet();
    }

    private void lockForWriting() {
        while (!state.compareAndSet(0, -1)) {
            Thread.onSpinWait();
        }
    }

    private void unlockForWriting() {
        state.set(0);
    }

    int read() {
        lockForReading();
        int found = priceOk;
        readsBad++;  // expect: data-race SpinLockOfReaders.readsBad
        unlockForReading();
        return found + lateBad;  // expect: data-race SpinLockOfReaders.lateBad
    }

    void write(int price) {
        lockForWriting();
        priceOk = price;
        lateBad = price;
        unlockForWriting();
    }

    public static void main(String[] args) {
        SpinLockOfReaders shop = new SpinLockOfReaders();
        for (int i = 0; i < 2; i++) {
            int price = i;
            new Thread(() -> System.out.println(shop.read())).start();
            new Thread(() -> shop.write(price)).start();
        }
    }
}
