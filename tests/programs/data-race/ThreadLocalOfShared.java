/** A thread local that gives every thread the same object. */
public class ThreadLocalOfShared {
    static class Session {
        int requests;
    }

    private static final Session SHARED = new Session();
    private static final ThreadLocal<Session> CURRENT = ThreadLocal.withInitial(() -> SHARED);

    static void serveBad() {
        CURRENT.get().requests++;  // expect: data-race ThreadLocalOfShared$Session.requests
    }

    public static void main(String[] args) {
        new Thread(ThreadLocalOfShared::serveBad).start();
        new Thread(ThreadLocalOfShared::serveBad).start();
    }
}
