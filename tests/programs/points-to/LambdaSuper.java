import java.util.function.Supplier;

/** super::method means the method of the super class, though the receiver overrides it. */
public class LambdaSuper {
    static class A {
        Object greet() {  // reached
            return new Object();
        }
    }

    interface Polite {
        default Object bow() {  // reached
            return this;
        }
    }

    static class B extends A implements Polite {
        @Override
        Object greet() {  // unreached
            return new Object();
        }

        @Override
        public Object bow() {  // unreached
            return null;
        }

        Supplier<Object> above() {
            return super::greet;
        }

        Supplier<Object> beside() {
            return Polite.super::bow;
        }
    }

    public static void main(String[] args) {
        B b = new B();
        see(b.above().get());  // points to: Object@7
        see(b.beside().get());  // points to: B@38
    }

    static void see(Object o) {}
}
