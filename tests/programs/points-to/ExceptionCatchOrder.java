/** The first handler whose type fits catches. */
public class ExceptionCatchOrder {
    static class Base extends Exception {
        final Object cause;

        Base(Object cause) {
            this.cause = cause;
        }
    }

    static class Special extends Base {
        Special(Object cause) {
            super(cause);
        }
    }

    static class Other extends RuntimeException {}

    static void fail(int how) throws Base {
        if (how == 0) {
            throw new Special(null);
        }
        if (how == 1) {
            throw new Base(null);
        }
        throw new Other();
    }

    static void test(int how) {
        try {
            fail(how);
        } catch (Special e) {
            see(e);  // points to: Special
        } catch (Base e) {
            see(e);  // points to: Base
        } catch (RuntimeException e) {
            see(e);  // points to: Other
        }
    }

    public static void main(String[] args) {
        test(0);
        test(1);
        test(2);
    }

    static void see(Object o) {}
}
