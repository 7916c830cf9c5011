import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a lambda captures reaches its body, in order, and one lambda in another. */
public class LambdaCaptures {
    static class A {}

    static class B {}

    static Supplier<Object> keep(Object given) {
        return () -> given;
    }

    static BiFunction<Object, Object, Object> third(Object first, long wide, Object second) {
        return (third, fourth) -> {
            see(first);  // points to: A@26
            see(second);  // points to: B@27
            see(third);  // points to: Object@28
            see(fourth);  // points to: Object@29
            return wide > 0 ? first : fourth;
        };
    }

    public static void main(String[] args) {
        A a = new A();
        B b = new B();
        Object c = new Object();
        Object d = new Object();
        see(third(a, 1L, b).apply(c, d));  // points to: A@26 Object@29
        Function<Object, Function<Object, Object>> curried = x -> y -> args.length > 0 ? x : y;
        see(curried.apply(a).apply(b));  // points to: A@26 B@27
        Supplier<Object> both = args.length > 0 ? keep(a) : keep(b);
        see(both.get());  // points to: A@26 B@27
    }

    static void see(Object o) {}
}
