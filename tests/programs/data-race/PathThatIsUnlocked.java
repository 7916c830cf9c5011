// snarl: --open PathThatIsUnlocked
/** One way to the read is locked, the other is not: the finding must show the one that is not. */
public class PathThatIsUnlocked {
    private boolean closed;

    private void check() {
        if (closed) {  // expect: data-race PathThatIsUnlocked.closed
            throw new IllegalStateException();
        }
    }

    public synchronized void evict() {
        check();
    }

    public void returnBad() {
        check();
    }

    public synchronized void close() {
        closed = true;
    }
}
