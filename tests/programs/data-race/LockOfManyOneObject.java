/** One of several locks, chosen by a number, does not guard what there is one of. */
public class LockOfManyOneObject {
    static class Stripes {
        private final Object[] locks = new Object[4];
        private long total;
        private long guarded;

        Stripes() {
            for (int i = 0; i < locks.length; i++) {
                locks[i] = new Object();
            }
        }

        void addBad(int key) {
            synchronized (locks[key & 3]) {
                total++;  // expect: data-race LockOfManyOneObject$Stripes.total
            }
        }

        void addOk() {
            synchronized (locks) {
                guarded++;
            }
        }
    }

    class Task implements Runnable {
        @Override
        public void run() {
            synchronized (this) {
                runs++;  // expect: data-race LockOfManyOneObject.runs
            }
        }
    }

    private int runs;

    void runBad() {
        for (int i = 0; i < 2; i++) {
            new Thread(new Task()).start();
        }
    }

    public static void main(String[] args) {
        Stripes stripes = new Stripes();
        for (int i = 0; i < 2; i++) {
            int key = i;
            new Thread(() -> {
                stripes.addBad(key);
                stripes.addOk();
            }).start();
        }
        new LockOfManyOneObject().runBad();
    }
}
