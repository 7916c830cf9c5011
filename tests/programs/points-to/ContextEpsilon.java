// context: 2obj
// static: empty

/** Chord's choice: static methods are analysed once, in the empty context. */
public class ContextEpsilon {
    static class A {}

    static class B {}

    static Object same(Object given) {
        return given;
    }

    static class User {
        Object pass(Object given) {
            return same(given);
        }
    }

    public static void main(String[] args) {
        User first = new User();
        User second = new User();
        see(first.pass(new A()));  // points to: A@23 B@24
        see(second.pass(new B()));  // points to: A@23 B@24
    }

    static void see(Object o) {}
}
