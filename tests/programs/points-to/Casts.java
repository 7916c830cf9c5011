/** A cast lets pass what has the type. */
public class Casts {
    interface Marked {}

    static class A {}

    static class B extends A implements Marked {}

    static class C {}

    public static void main(String[] args) {
        Object[] all = {new A(), new B(), new C(), new A[1]};
        for (Object each : all) {
            try {
                see((A) each);  // points to: A@12 B@12
                see((B) each);  // points to: B@12
            } catch (ClassCastException e) {
                see(each);  // points to: A@12 B@12 C@12 A[]@12
            }
            if (each instanceof Marked) {
                see((Marked) each);  // points to: B@12
            }
            if (each instanceof Object[]) {
                see((Object[]) each);  // points to: A[]@12
            }
        }
    }

    static void see(Object o) {}
}
