import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Arguments and results are boxed, widened and gathered on the way through a method reference. */
public class LambdaAdaptation {
    static class A {}

    interface Three {
        Object call(Object first, Object second);
    }

    static Object last(Object... all) {
        see(all);  // points to: Object[]@31
        return all[all.length - 1];
    }

    static int number() {
        return 7;
    }

    static Object wide(Object given) {
        see(given);  // points to exactly: Integer
        return given;
    }

    public static void main(String[] args) {
        Object x = new A();
        Object y = new A();
        Three varargs = LambdaAdaptation::last;
        see(varargs.call(x, y));  // points to: A@29 A@30
        Supplier<Integer> boxed = LambdaAdaptation::number;
        see(boxed.get());  // points to exactly: Integer
        IntFunction<Object> widened = LambdaAdaptation::wide;
        see(widened.apply(5));  // points to exactly: Integer
        Function<Integer, Integer> through = n -> n + 1;
        ToIntFunction<A> unboxed = a -> a.hashCode();
        unboxed.applyAsInt(new A());
        see(through.apply(3));  // points to exactly: Integer
    }

    static void see(Object o) {}
}
