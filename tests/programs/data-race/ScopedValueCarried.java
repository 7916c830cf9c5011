// needs: 25

/** What one thread has bound, two others run with. */
public class ScopedValueCarried {
    static class Session {
        int requests;
    }

    private static final ScopedValue<Session> CURRENT = ScopedValue.newInstance();

    static void serveBad() {
        CURRENT.get().requests++;  // expect: data-race ScopedValueCarried$Session.requests
    }

    public static void main(String[] args) {
        ScopedValue.Carrier bound = ScopedValue.where(CURRENT, new Session());
        new Thread(() -> bound.run(ScopedValueCarried::serveBad)).start();
        new Thread(() -> bound.run(ScopedValueCarried::serveBad)).start();
    }
}
