/** A pattern variable holds only what has its type. */
public class InstanceofPattern {
    static class A {}

    static class B extends A {}

    static class C {}

    static void test(Object given) {
        if (given instanceof B b) {
            see(b);  // points to: B@23
        } else if (given instanceof A a && a.hashCode() != 7) {
            see(a);  // points to: A@22 B@23
        }
        if (!(given instanceof C c)) {
            return;
        }
        see(c);  // points to: C@24
    }

    public static void main(String[] args) {
        test(new A());
        test(new B());
        test(new C());
    }

    static void see(Object o) {}
}
