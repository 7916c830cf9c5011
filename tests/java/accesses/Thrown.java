/** Monitors that exceptions leave. */
public class Thrown {
    static int guarded;
    static int other;
    static final Object lock = new Object();

    static synchronized int fail(int n) {
        guarded += n;
        if (n > 0) {
            throw new IllegalStateException();
        }
        return n;
    }

    synchronized void fails() {
        synchronized (lock) {
            other++;
            Object[] none = null;
            none[0] = this;
        }
    }

    static void work(Thrown main, int n) {
        for (int i = 0; i < 20; i++) {
            try {
                fail(i % n);
            } catch (IllegalStateException expected) {
            }
            try {
                main.fails();
            } catch (NullPointerException expected) {
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thrown main = new Thrown();
        Thread one = new Thread(() -> work(main, 2));
        Thread two = new Thread(() -> work(main, 3));
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(guarded + " " + other);
        throw new Exception("told");
    }
}
