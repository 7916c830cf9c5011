/** Anonymous classes: of an interface, of a class with arguments, with captured values. */
public class AnonymousClasses {
    interface Action {
        Object act(Object given);
    }

    abstract static class Base {
        final Object held;

        Base(Object held) {
            this.held = held;
        }

        abstract Object get();
    }

    static class A {}

    static class B {}

    public static void main(String[] args) {
        A a = new A();
        B b = new B();
        Action action = new Action() {
            @Override
            public Object act(Object given) {
                see(given);  // points to: B@23
                return a;
            }
        };
        see(action);  // points to: AnonymousClasses$1@24
        see(action.act(b));  // points to: A@22; calls: AnonymousClasses$1.act
        Base base = new Base(b) {
            private final Object own = new Object();

            @Override
            Object get() {
                return own;
            }
        };
        see(base.get());  // points to: Object@34; calls: AnonymousClasses$2.get
        see(base.held);  // points to: B@23
    }

    static void see(Object o) {}
}
