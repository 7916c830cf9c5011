import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** What Class::new makes counts as made where the reference stands; the constructor is called. */
public class ConstructorReference {
    static class A {
        A() {  // reached
        }
    }

    static class Pair {
        final Object left;
        final Object right;

        Pair(Object left, Object right) {
            this.left = left;
            this.right = right;
        }
    }

    class Inner {
        ConstructorReference outer() {
            return ConstructorReference.this;
        }
    }

    Supplier<Inner> inner() {
        return Inner::new;
    }

    public static void main(String[] args) {
        Supplier<A> make = A::new;
        see(make.get());  // points to: A@33; calls: A.<init>
        BiFunction<Object, Object, Pair> pair = Pair::new;
        Object left = new Object();
        Object right = new Object();
        Pair made = pair.apply(left, right);
        see(made);  // points to: Pair@35
        see(made.left);  // points to: Object@36
        see(made.right);  // points to: Object@37
        ConstructorReference outer = new ConstructorReference();
        see(outer.inner().get().outer());  // points to: ConstructorReference@42
        Function<Object, Holder<Object>> generic = Holder::new;
        see(generic.apply(left).held);  // points to: Object@36
    }

    static class Holder<T> {
        final T held;

        Holder(T held) {
            this.held = held;
        }
    }

    static void see(Object o) {}
}
