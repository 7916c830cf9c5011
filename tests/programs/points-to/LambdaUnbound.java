import java.util.function.BiFunction;
import java.util.function.Function;

/** A reference without its receiver: the first argument is the receiver of a virtual call. */
public class LambdaUnbound {
    static class A {
        Object self() {
            return this;
        }

        Object pick(Object other) {
            return other;
        }
    }

    static class B extends A {
        @Override
        Object self() {
            return this;
        }

        @Override
        Object pick(Object other) {
            return this;
        }
    }

    public static void main(String[] args) {
        Function<A, Object> self = A::self;
        BiFunction<A, Object, Object> pick = A::pick;
        A a = new A();
        A b = new B();
        Object other = new Object();
        see(pick.apply(a, other));  // points to: Object@33; calls: A.pick
        BiFunction<A, Object, Object> again = A::pick;
        see(again.apply(b, other));  // points to: B@32; calls: B.pick
        Function<B, Object> narrow = B::self;
        see(narrow.apply((B) b));  // points to: B@32; calls: B.self
        see(self.apply(a));  // points to: A@31; calls: A.self
    }

    static void see(Object o) {}
}
