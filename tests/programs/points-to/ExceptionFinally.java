/** Finally blocks run on each way out, and pass the exception on. */
public class ExceptionFinally {
    static class Oops extends RuntimeException {
        Oops() {}
    }

    static class A {}

    static Object kept;

    static Object test(boolean fails) {
        Object result = null;
        try {
            result = new A();
            if (fails) {
                throw new Oops();
            }
            return result;
        } finally {
            kept = result;
            see(kept);  // points to: A@14
        }
    }

    @SuppressWarnings("finally")
    static Object swallow() {
        try {
            throw new Oops();
        } finally {
            return new A();
        }
    }

    public static void main(String[] args) {
        see(test(false));  // points to: A@14
        try {
            test(true);
        } catch (Oops e) {
            see(e);  // points to: Oops
        }
        try {
            see(swallow());  // points to: A@30
        } catch (Oops e) {
            see(e);  // points to: nothing
        }
    }

    static void see(Object o) {}
}
