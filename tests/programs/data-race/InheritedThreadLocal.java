/** A thread inherits what its starter has set, the same object and no copy. */
public class InheritedThreadLocal {
    static class Session {
        int uses;
    }

    private static final InheritableThreadLocal<Session> SESSION = new InheritableThreadLocal<>();

    static void useBad() {
        SESSION.get().uses++;  // expect: data-race InheritedThreadLocal$Session.uses
    }

    public static void main(String[] args) {
        SESSION.set(new Session());
        new Thread(InheritedThreadLocal::useBad).start();
        useBad();
    }
}
