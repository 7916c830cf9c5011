/** What a method does not catch goes to its callers, each of them, through constructors too. */
public class ExceptionUncaught {
    static class Oops extends RuntimeException {}

    static class Broken {
        static Object last;

        Broken() {
            last = this;
            deep(3);
        }
    }

    static void deep(int depth) {
        if (depth == 0) {
            throw new Oops();
        }
        deep(depth - 1);
    }

    interface Action {
        void act();
    }

    static class Calm implements Action {
        public void act() {}
    }

    static class Wild implements Action {
        public void act() {
            deep(1);
        }
    }

    static void test(Action action) {
        try {
            action.act();
        } catch (RuntimeException e) {
            see(e);  // points to: Oops
        }
    }

    public static void main(String[] args) {
        try {
            new Broken();
        } catch (Oops e) {
            see(e);  // points to: Oops
        }
        see(Broken.last);  // points to: Broken@45
        test(new Wild());
        try {
            new Calm().act();
        } catch (RuntimeException e) {
            see(e);  // points to: nothing
        }
    }

    static void see(Object o) {}
}
