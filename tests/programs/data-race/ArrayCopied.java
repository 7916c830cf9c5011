/** A copy made under the lock may be read without it. */
public class ArrayCopied {
    private final int[] cells = new int[4];

    synchronized void setOk() {
        cells[0]++;
    }

    synchronized int[] copyOk() {
        return cells.clone();
    }

    public static void main(String[] args) {
        ArrayCopied shared = new ArrayCopied();
        new Thread(shared::setOk).start();
        System.out.println(shared.copyOk()[0]);
    }
}
