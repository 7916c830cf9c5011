/** A boxed constant in a static final field is one object: poor style, but it excludes. */
public class LockBoxedConstant {
    private static final Integer LOCK = 1;
    private static int count;

    static void countOk() {
        synchronized (LOCK) {
            count++;
        }
    }

    public static void main(String[] args) {
        new Thread(LockBoxedConstant::countOk).start();
        new Thread(LockBoxedConstant::countOk).start();
    }
}
