/** Overloads are chosen by descriptor, static methods are hidden and not overridden. */
public class PackagePrivate {
    static class A {}

    static class B extends A {}

    static class Base {
        static Object make() {  // reached
            return new A();
        }

        Object take(Object given) {  // reached
            see(given);  // points to: B@44
            return given;
        }

        Object take(A given) {  // unreached
            return given;
        }

        private Object own() {  // reached
            return new A();
        }

        Object callOwn() {
            return own();  // calls: Base.own
        }
    }

    static class Derived extends Base {
        static Object make() {  // unreached
            return new B();
        }

        private Object own() {  // unreached
            return new B();
        }
    }

    public static void main(String[] args) {
        Derived derived = new Derived();
        Base base = derived;
        see(Base.make());  // points to: A@9; calls: Base.make
        Object given = new B();
        see(base.take(given));  // points to: B@44; calls: Base.take
        see(derived.callOwn());  // points to: A@22; calls: Base.callOwn
    }

    static void see(Object o) {}
}
