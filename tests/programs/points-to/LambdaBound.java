import java.util.function.Supplier;

/** A reference with its receiver: the receiver is captured, and decides which method is meant. */
public class LambdaBound {
    static class A {
        final Object held;

        A(Object held) {
            this.held = held;
        }

        Object get() {
            return held;
        }
    }

    static class B extends A {
        B(Object held) {
            super(held);
        }

        @Override
        Object get() {
            return this;
        }
    }

    static class Never extends A {
        Never() {
            super(null);
        }

        @Override
        Object get() {  // unreached
            return null;
        }
    }

    public static void main(String[] args) {
        Object held = new Object();
        A a = new A(held);
        A b = new B(held);
        Supplier<Object> first = a::get;
        Supplier<Object> second = b::get;
        see(first.get());  // points to: Object@40; calls: A.get
        see(second.get());  // points to: B@42; calls: B.get
        Supplier<Object> either = args.length == 0 ? first : second;
        see(either.get());  // points to: Object@40 B@42; calls: A.get, B.get
    }

    static void see(Object o) {}
}
