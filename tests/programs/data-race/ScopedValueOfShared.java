// needs: 25

/** A scoped value that each thread binds to the same object. */
public class ScopedValueOfShared {
    static class Session {
        int requests;
    }

    private static final ScopedValue<Session> CURRENT = ScopedValue.newInstance();

    static void serveBad() {
        CURRENT.get().requests++;  // expect: data-race ScopedValueOfShared$Session.requests
    }

    public static void main(String[] args) {
        Session shared = new Session();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> ScopedValue.where(CURRENT, shared).run(ScopedValueOfShared::serveBad)).start();
        }
    }
}
