/** A thread local that is set by each thread, with a mutable object. */
public class ConfinedThreadLocalSet {
    static class Session {
        int requests;
    }

    private static final ThreadLocal<Session> CURRENT = new ThreadLocal<>();

    static void serveOk() {
        CURRENT.set(new Session());
        CURRENT.get().requests++;
        CURRENT.remove();
    }

    public static void main(String[] args) {
        new Thread(ConfinedThreadLocalSet::serveOk).start();
        new Thread(ConfinedThreadLocalSet::serveOk).start();
    }
}
