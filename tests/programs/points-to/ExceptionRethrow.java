/** What is caught and thrown again, or wrapped. */
public class ExceptionRethrow {
    static class Inner extends RuntimeException {}

    static class Outer extends RuntimeException {
        final Object held;

        Outer(Throwable cause, Object held) {
            super(cause);
            this.held = held;
        }
    }

    static class A {}

    static void again() {
        try {
            throw new Inner();
        } catch (RuntimeException e) {
            see(e);  // points to: Inner
            throw e;
        }
    }

    static void wrap() {
        try {
            again();
        } catch (Inner e) {
            throw new Outer(e, new A());
        }
    }

    public static void main(String[] args) {
        try {
            wrap();
        } catch (Outer e) {
            see(e);  // points to: Outer
            see(e.held);  // points to: A@29
            see(e.getCause());  // points to: Inner Outer
        } catch (Inner e) {
            see(e);  // points to: nothing
        }
    }

    static void see(Object o) {}
}
