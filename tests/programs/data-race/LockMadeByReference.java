import java.util.function.Supplier;

/** What a reference to a constructor makes is made at each call of it, with its parts: its lock is not one. */
public class LockMadeByReference {
    static class Box {
        private final Object lock = new Object();
        private int own;

        void countOk() {
            synchronized (lock) {
                own++;
            }
        }

        void countBad() {
            synchronized (lock) {
                total++;  // expect: data-race LockMadeByReference.total
            }
        }
    }

    private static final Supplier<Box> MAKER = Box::new;
    private static int total;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Box box = MAKER.get();
            for (int j = 0; j < 2; j++) {
                new Thread(box::countOk).start();
                new Thread(box::countBad).start();
            }
        }
    }
}
