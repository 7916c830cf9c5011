/** A lock that is made where it is taken keeps nobody out; one that others know may. */
public class LockMadeWhereTaken {
    private int count;
    private int kept;
    private final Object lock = new Object();

    private void countBad() {
        Object own = new Object();
        synchronized (own) {
            count++;  // expect: data-race LockMadeWhereTaken.count
        }
    }

    private void keepOk() {
        Object known = lock;
        synchronized (known) {
            kept++;
        }
    }

    public static void main(String[] args) {
        LockMadeWhereTaken all = new LockMadeWhereTaken();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                all.countBad();
                all.keepOk();
            }).start();
        }
    }
}
