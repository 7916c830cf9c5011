/** A static synchronized method and a block on the class use one lock. */
public class StaticSynchronized {
    private static int count;

    static synchronized void upOk() {
        count++;
    }

    static void downOk() {
        synchronized (StaticSynchronized.class) {
            count--;
        }
    }

    public static void main(String[] args) {
        new Thread(StaticSynchronized::upOk).start();
        new Thread(StaticSynchronized::downOk).start();
    }
}
