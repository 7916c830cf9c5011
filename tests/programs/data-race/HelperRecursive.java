/** A recursive helper below a lock. */
public class HelperRecursive {
    private int depth;

    synchronized void diveOk(int levels) {
        down(levels);
    }

    private void down(int levels) {
        depth++;
        if (levels > 0) {
            down(levels - 1);
        }
    }

    public static void main(String[] args) {
        HelperRecursive shared = new HelperRecursive();
        new Thread(() -> shared.diveOk(3)).start();
        new Thread(() -> shared.diveOk(4)).start();
    }
}
