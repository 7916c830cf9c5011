/** Without a main method, callers may use public methods from many threads. */
public class OpenCounter {
    private int count;

    public void countBad() {
        count++;  // expect: data-race OpenCounter.count (note)
    }

    public int count() {
        return count;
    }
}
