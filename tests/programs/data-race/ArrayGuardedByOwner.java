/** A stack in an array, all of it under the monitor of its owner. */
public class ArrayGuardedByOwner {
    private Object[] items = new Object[10];
    private int size;

    public synchronized void pushOk(Object item) {
        if (size < items.length) {
            items[size++] = item;
        }
    }

    public synchronized Object popOk() {
        return size == 0 ? null : items[--size];
    }
}
