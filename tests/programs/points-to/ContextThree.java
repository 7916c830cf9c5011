// context: 2obj 3obj

/** A box in a box in a box: two levels of heap context. */
public class ContextThree {
    static class A {}

    static class B {}

    static class Inner {
        Object value;

        void set(Object value) {
            this.value = value;
        }

        Object get() {
            return value;
        }
    }

    static class Middle {
        private final Inner inner = new Inner();

        void set(Object value) {
            inner.set(value);
        }

        Object get() {
            return inner.get();
        }
    }

    static class Outer {
        private final Middle middle = new Middle();

        void set(Object value) {
            middle.set(value);
        }

        Object get() {
            return middle.get();
        }
    }

    public static void main(String[] args) {
        Outer first = new Outer();
        Outer second = new Outer();
        first.set(new A());
        second.set(new B());
        see(first.get());  // points to (2obj): A@48 B@49; points to (3obj): A@48
        see(second.get());  // points to (2obj): A@48 B@49; points to (3obj): B@49
    }

    static void see(Object o) {}
}
