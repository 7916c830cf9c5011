/** Two accesses that a monitor orders, as it happens; asleep, so that it does. */
public class Accident {
    static int count;
    static final Object lock = new Object();
    static void pass() { synchronized (lock) { } }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> { count++; pass(); });
        Thread two = new Thread(() -> {
            try { Thread.sleep(300); } catch (InterruptedException e) { }
            pass();
            count++;
        });
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
