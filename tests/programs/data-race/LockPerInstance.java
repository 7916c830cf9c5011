/** Two objects, each with a lock of its own for a state of its own. */
public class LockPerInstance {
    static class ShelfOk {
        private final Object lock = new Object();
        private int books;

        void put() {
            synchronized (lock) {
                books++;
            }
        }
    }

    public static void main(String[] args) {
        ShelfOk left = new ShelfOk();
        ShelfOk right = new ShelfOk();
        for (int i = 0; i < 2; i++) {
            new Thread(left::put).start();
            new Thread(right::put).start();
        }
    }
}
