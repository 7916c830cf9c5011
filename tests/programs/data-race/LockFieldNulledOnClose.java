// snarl: --open LockFieldNulledOnClose
/** The lock is set by the constructor and forgotten by close: it is never another one. */
public class LockFieldNulledOnClose {
    static class Database {
        int unused;
    }

    private Database database;
    private int count;
    private Object mutex;
    private int size;

    public LockFieldNulledOnClose() {
        this.database = new Database();
        this.mutex = new Object();
    }

    public void addOk() {
        synchronized (database) {  // expect: data-race LockFieldNulledOnClose.database
            count++;
        }
    }

    public void close() {
        synchronized (database) {
            database = null;
        }
    }

    public void growBad() {
        synchronized (mutex) {  // expect: data-race LockFieldNulledOnClose.mutex
            size++;  // expect: data-race LockFieldNulledOnClose.size
        }
    }

    public void reset() {
        mutex = null;
        mutex = new Object();
    }
}
