import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Kotlin's `lock.withLock { … }`, as the compiler writes it in place. */
public class KotlinWithLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    final int nextOk() {
        Lock held = lock;
        held.lock();
        int result;
        try {
            int old = count;
            count = old + 1;
            result = old;
        } finally {
            held.unlock();
        }
        return result;
    }

    public static void main(String[] args) {
        KotlinWithLock shared = new KotlinWithLock();
        new Thread(() -> System.out.println(shared.nextOk())).start();
        System.out.println(shared.nextOk());
    }
}
