/** A method without a lock that no caller can reach. */
public class OpenPrivateUnused {
    private int count;

    public synchronized void countOk() {
        count++;
    }

    private void reset() {
        count = 0;
    }
}
