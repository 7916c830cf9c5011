/** Each two of the accesses have a lock in common, though no lock is common to all. */
public class PairwiseLocks {
    private final Object a = new Object();
    private final Object b = new Object();
    private int value;

    void writeOk() {
        synchronized (a) {
            synchronized (b) {
                value++;
            }
        }
    }

    int readByAOk() {
        synchronized (a) {
            return value;
        }
    }

    int readByBOk() {
        synchronized (b) {
            return value;
        }
    }

    public static void main(String[] args) {
        PairwiseLocks shared = new PairwiseLocks();
        new Thread(shared::writeOk).start();
        new Thread(shared::readByAOk).start();
        new Thread(shared::readByBOk).start();
    }
}
