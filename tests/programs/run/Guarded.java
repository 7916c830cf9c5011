/** Nothing is wrong: a lock guards a counter, and a start and a join order the rest. */
public final class Guarded {
    private static final Object LOCK = new Object();
    private static int count;

    private Guarded() {}

    static void countUp() {
        for (int i = 0; i < 1000; i++) {
            synchronized (LOCK) {
                count++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(Guarded::countUp, "one");
        Thread two = new Thread(Guarded::countUp, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        synchronized (LOCK) {
            System.out.println(count);
        }
    }
}
