/** A class literal is one lock, however many objects use it. */
public class LockClassLiteral {
    private static int drawn;

    void drawOk() {
        synchronized (LockClassLiteral.class) {
            drawn++;
        }
    }

    public static void main(String[] args) {
        new Thread(new LockClassLiteral()::drawOk).start();
        new Thread(new LockClassLiteral()::drawOk).start();
    }
}
