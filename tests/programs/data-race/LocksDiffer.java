/** Two methods lock, but not the same object. */
public class LocksDiffer {
    static class Gauge {
        private final Object readers = new Object();
        private final Object writers = new Object();
        private int level;

        void raiseBad() {
            synchronized (writers) {
                level = 7;  // expect: data-race LocksDiffer$Gauge.level
            }
        }

        int level() {
            synchronized (readers) {
                return level;
            }
        }
    }

    public static void main(String[] args) {
        Gauge gauge = new Gauge();
        new Thread(gauge::raiseBad).start();
        System.out.println(gauge.level());
    }
}
