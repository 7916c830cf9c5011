/** Variable arguments come in an array that the caller makes. */
public class Varargs {
    static class A {}

    static class B {}

    static Object first(Object... all) {
        see(all);  // points to: Object[]@17 Object[]@18 Object[]@19
        return all[0];
    }

    static Object typed(String format, A... all) {
        return all[0];
    }

    public static void main(String[] args) {
        first(new A());
        first(new A(), new B());
        Object[] own = {new B()};
        see(first(own));  // points to: A@17 A@18 B@18 B@19
        see(typed("", new A()));  // points to: A@21
    }

    static void see(Object o) {}
}
