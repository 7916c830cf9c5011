/** Within a method, a variable holds what was last assigned on some way there. */
public class LocalFlow {
    static class A {}

    static class B {}

    static class C {}

    public static void main(String[] args) {
        Object value = new A();
        see(value);  // points to: A@10
        value = new B();
        see(value);  // points to: B@12
        if (args.length == 0) {
            value = new C();
        }
        see(value);  // points to: B@12 C@15
        Object loop = null;
        for (int i = 0; i < 3; i++) {
            see(loop);  // points to: A@21
            loop = new A();
        }
        see(loop);  // points to: A@21
        Object none = null;
        see(none);  // points to: nothing
        String text = switch (args.length) {
            case 0 -> "none";
            default -> "some";
        };
        see(text);  // points to exactly: String
        Object dead = args.length > 0 ? value : "text";
        see(dead);  // points to: B@12 C@15
    }

    static void see(Object o) {}
}
