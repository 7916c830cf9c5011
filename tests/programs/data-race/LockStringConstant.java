/** Equal string constants are one object, also when they are written in two places. */
public class LockStringConstant {
    private static int count;

    static void upOk() {
        synchronized ("lock") {
            count++;
        }
    }

    static void downOk() {
        synchronized ("lock") {
            count--;
        }
    }

    public static void main(String[] args) {
        new Thread(LockStringConstant::upOk).start();
        new Thread(LockStringConstant::downOk).start();
    }
}
