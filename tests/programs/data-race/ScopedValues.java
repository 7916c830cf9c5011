// needs: 25

/** A scoped value is bound anew in each thread. */
public class ScopedValues {
    static class Session {
        int requests;
    }

    private static final ScopedValue<Session> CURRENT = ScopedValue.newInstance();

    static void serveOk() {
        CURRENT.get().requests++;
    }

    static void work() {
        ScopedValue.where(CURRENT, new Session()).run(ScopedValues::serveOk);
    }

    public static void main(String[] args) {
        new Thread(ScopedValues::work).start();
        new Thread(ScopedValues::work).start();
    }
}
