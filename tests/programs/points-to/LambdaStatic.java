import java.util.function.Function;
import java.util.function.Supplier;

/** A reference to a static method, and a lambda that captures nothing. */
public class LambdaStatic {
    static class A {}

    static class B {}

    static A make() {  // reached
        return new A();
    }

    static Object same(Object given) {  // reached
        return given;
    }

    static Object unused(Object given) {  // unreached
        return given;
    }

    public static void main(String[] args) {
        Supplier<A> made = LambdaStatic::make;
        see(made.get());  // points to: A@11; calls: make
        Supplier<Object> written = () -> new B();
        see(written.get());  // points to: B@25; calls: lambda@25
        Function<Object, Object> same = LambdaStatic::same;
        see(same.apply(made.get()));  // points to: A@11; calls: make, same
        Function<Object, Object> never = LambdaStatic::unused;
        see(made);  // points to: lambda@23
    }

    static void see(Object o) {}
}
