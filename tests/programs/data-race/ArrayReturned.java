/** A getter hands the array out, and its caller reads it without the lock. */
public class ArrayReturned {
    private final int[] cells = new int[4];

    synchronized void setBad() {
        cells[0] = 1;  // expect: data-race array ArrayReturned.cells
    }

    synchronized int[] cells() {
        return cells;
    }

    public static void main(String[] args) {
        ArrayReturned shared = new ArrayReturned();
        new Thread(shared::setBad).start();
        System.out.println(shared.cells()[0]);
    }
}
