/** Paper 1, vect 1.1: one search computes its start from a count that it reads without the lock. */
public class PaperVector {
    private Object[] data = new Object[10];
    private int count;

    public synchronized void add(Object item) {
        if (count < data.length) {
            data[count++] = item;
        }
    }

    public synchronized void clear() {
        count = 0;
    }

    public int lastIndexBad(Object item) {
        return lastIndex(item, count - 1);  // expect: data-race PaperVector.count
    }

    public synchronized int lastIndex(Object item, int from) {
        for (int i = from; i >= 0; i--) {
            if (item == data[i]) {
                return i;
            }
        }
        return -1;
    }
}
