/** The monitor of an object guards static state well if there is one such object only. */
public class LockOfOnlyInstanceStaticState {
    private static final LockOfOnlyInstanceStaticState ONLY = new LockOfOnlyInstanceStaticState();
    private static int created;

    synchronized void createOk() {
        created++;
    }

    public static void main(String[] args) {
        new Thread(() -> ONLY.createOk()).start();
        new Thread(() -> ONLY.createOk()).start();
    }
}
