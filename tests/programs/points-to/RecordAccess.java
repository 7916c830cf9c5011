/** Components of a record, its canonical and compact constructors, and accessors. */
public class RecordAccess {
    static class A {}

    static class B {}

    record Pair<X, Y>(X left, Y right) {
        Pair {
            see(left);  // points to: A@22
        }

        Pair(X left) {
            this(left, null);
        }

        static <X> Pair<X, Object> of(X left) {
            return new Pair<>(left, new Object());
        }
    }

    public static void main(String[] args) {
        A a = new A();
        B b = new B();
        Pair<A, B> pair = new Pair<>(a, b);
        see(pair);  // points to: Pair@24
        see(pair.left());  // points to: A@22; calls: Pair.left
        see(pair.right());  // points to: B@23; points to (ci): B@23 Object@17; calls: Pair.right
        see(new Pair<A, Object>(a).left());  // points to: A@22
        see(Pair.of(a));  // points to: Pair@17
    }

    static void see(Object o) {}
}
