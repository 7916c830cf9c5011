/** Nested handlers: what the inner one does not catch, the outer one gets. */
public class ExceptionNested {
    static class First extends Exception {}

    static class Second extends Exception {}

    static class Third extends Exception {}

    static void fail(int how) throws First, Second, Third {
        if (how == 0) {
            throw new First();
        } else if (how == 1) {
            throw new Second();
        } else {
            throw new Third();
        }
    }

    static void test(int how) {
        try {
            try {
                fail(how);
            } catch (First e) {
                see(e);  // points to: First
                throw new Third();
            }
        } catch (Second | Third e) {
            see(e);  // points to: Second Third
        } catch (Exception e) {
            see(e);  // points to: nothing
        }
    }

    public static void main(String[] args) {
        test(0);
        test(1);
        test(2);
    }

    static void see(Object o) {}
}
