/** Two of five methods are synchronized: the class is meant for threads, and the others forgot it. */
public class OpenFewSynchronized {
    private int low;
    private int high;
    private int last;

    public synchronized void addLow() {
        low++;
    }

    public synchronized int low() {
        return low;
    }

    public void addHighBad() {
        high++;  // expect: data-race OpenFewSynchronized.high
    }

    public int high() {
        return high;
    }

    public void noteBad(int value) {
        last = last + value;  // expect: data-race OpenFewSynchronized.last
    }
}
