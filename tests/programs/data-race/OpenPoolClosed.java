/** A pool that checks without a lock whether it was closed. */
public class OpenPoolClosed {
    private boolean closed;
    private int active;

    public void borrowBad() {
        if (closed) {  // expect: data-race OpenPoolClosed.closed
            throw new IllegalStateException("closed");
        }
        synchronized (this) {
            active++;
        }
    }

    public synchronized void close() {
        closed = true;
        active = 0;
    }
}
