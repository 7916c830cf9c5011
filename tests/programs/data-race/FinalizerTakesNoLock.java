/** What a finalizer reaches from an object that nobody has any more, nobody else uses. */
public class FinalizerTakesNoLock {
    static class Log {
        private int size;

        void growOk() {
            size++;
        }
    }

    private final Log log = new Log();

    public synchronized void addOk() {
        log.growOk();
    }

    private void closeOk() {
        log.growOk();
    }

    @Override
    protected void finalize() {
        closeOk();
    }
}
