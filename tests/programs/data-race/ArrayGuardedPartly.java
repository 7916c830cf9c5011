/** The elements are read without the monitor under which they are written. */
public class ArrayGuardedPartly {
    private final Object[] items = new Object[10];

    public synchronized void putBad(int place, Object item) {
        items[place] = item;  // expect: data-race array ArrayGuardedPartly.items
    }

    public Object get(int place) {
        return items[place];
    }
}
