/** Two fields of an object, each with a lock of its own. */
public class TwoFieldsTwoLocks {
    private final Object leftLock = new Object();
    private final Object rightLock = new Object();
    private int left;
    private int right;

    public void leftOk() {
        synchronized (leftLock) {
            left++;
        }
    }

    public void rightOk() {
        synchronized (rightLock) {
            right++;
        }
    }

    public int bothOk() {
        synchronized (leftLock) {
            synchronized (rightLock) {
                return left + right;
            }
        }
    }
}
