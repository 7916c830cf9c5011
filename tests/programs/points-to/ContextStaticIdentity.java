// context: 1obj 2obj auto

/** A static method called from two objects, without allocation: even 1obj tells the two apart. */
public class ContextStaticIdentity {
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
        see(first.pass(new A()));  // points to: A@22
        see(second.pass(new B()));  // points to: B@23
    }

    static void see(Object o) {}
}
