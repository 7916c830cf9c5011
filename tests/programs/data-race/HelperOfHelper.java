/** The lock is taken two calls above the access. */
public class HelperOfHelper {
    static class LedgerOk {
        private final Object lock = new Object();
        private int entries;

        void book() {
            synchronized (lock) {
                check();
            }
        }

        private void check() {
            if (entries < 100) {
                write();
            }
        }

        private void write() {
            entries++;
        }
    }

    public static void main(String[] args) {
        LedgerOk ledger = new LedgerOk();
        new Thread(ledger::book).start();
        new Thread(ledger::book).start();
    }
}
