import java.util.concurrent.Semaphore;

/** A semaphore with two permits lets two threads in. */
public class SemaphoreOfTwo {
    private final Semaphore gate = new Semaphore(2);
    private int count;

    void countBad() {
        gate.acquireUninterruptibly();
        try {
            count++;  // expect: data-race SemaphoreOfTwo.count
        } finally {
            gate.release();
        }
    }

    public static void main(String[] args) {
        SemaphoreOfTwo shared = new SemaphoreOfTwo();
        new Thread(shared::countBad).start();
        new Thread(shared::countBad).start();
    }
}
