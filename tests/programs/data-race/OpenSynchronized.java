/** A library class that locks in all of its public methods. */
public class OpenSynchronized {
    private int count;

    public synchronized void countOk() {
        step();
    }

    public synchronized int count() {
        return count;
    }

    private void step() {
        count++;
    }
}
