/** Instance initializers and field initializers run in each constructor. */
public class Initializers {
    static class A {}

    static class Base {
        Base() {
            setUp();  // calls: Derived.setUp
        }

        void setUp() {}  // unreached
    }

    static class Derived extends Base {
        Object early;
        final Object field = new A();
        final Object block;

        {
            block = new A();
        }

        Derived() {}

        Derived(int number) {}

        @Override
        void setUp() {  // reached
            early = this;
        }
    }

    public static void main(String[] args) {
        Derived first = new Derived();
        see(first.field);  // points to: A@15
        see(new Derived(1).block);  // points to: A@19
        see(first.early);  // points to: Derived@33; points to (ci): Derived@33 Derived@35
    }

    static void see(Object o) {}
}
