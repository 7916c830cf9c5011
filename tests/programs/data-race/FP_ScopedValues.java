// needs: 25

/** A scoped value is bound anew in each thread. */
public class FP_ScopedValues {
    static class Session {
        int requests;
    }

    private static final ScopedValue<Session> CURRENT = ScopedValue.newInstance();

    static void serveOk() {
        CURRENT.get().requests++;  // false alarm: data-race FP_ScopedValues$Session.requests
    }

    static void work() {
        ScopedValue.where(CURRENT, new Session()).run(FP_ScopedValues::serveOk);
    }

    public static void main(String[] args) {
        new Thread(FP_ScopedValues::work).start();
        new Thread(FP_ScopedValues::work).start();
    }
}
