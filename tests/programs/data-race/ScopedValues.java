// needs: 25

/** A scoped value is bound anew in each thread, to what that has made. */
public class ScopedValues {
    static class Session {
        int requests;
        int errors;
    }

    private static final ScopedValue<Session> CURRENT = ScopedValue.newInstance();
    private static final ScopedValue<String> USER = ScopedValue.newInstance();

    static void serveOk() {
        CURRENT.get().requests++;
        if (!USER.isBound()) {
            CURRENT.orElseThrow(IllegalStateException::new).errors++;
        }
    }

    static void work() {
        ScopedValue.where(USER, Thread.currentThread().getName()).where(CURRENT, new Session())
                .run(ScopedValues::serveOk);
        ScopedValue.where(CURRENT, new Session()).run(ScopedValues::serveOk);
    }

    public static void main(String[] args) {
        new Thread(ScopedValues::work).start();
        new Thread(ScopedValues::work).start();
    }
}
