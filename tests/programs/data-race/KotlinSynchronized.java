/** Kotlin's `synchronized(lock) { … }`: the lock is kept in a local variable. */
public class KotlinSynchronized {
    private final Object lock = new Object();
    private int count;
    private int skipped;

    final void countOk() {
        Object held = lock;
        synchronized (held) {
            int marker = 0;
            count = count + 1 + marker;
        }
    }

    final void skipBad() {
        skipped++;  // expect: data-race KotlinSynchronized.skipped
    }

    public static void main(String[] args) {
        KotlinSynchronized shared = new KotlinSynchronized();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                shared.countOk();
                shared.skipBad();
            }).start();
        }
    }
}
