import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Type[]::new makes arrays. */
public class ArrayConstructorReference {
    static class A {}

    public static void main(String[] args) {
        IntFunction<A[]> make = A[]::new;
        A[] array = make.apply(2);
        see(array);  // points to: A[]@10
        array[0] = new A();
        see(array[0]);  // points to: A@13
        Function<Integer, int[][]> numbers = int[][]::new;
        see(numbers.apply(3));  // points to: int[][]@15
        A[] collected = Stream.of(array[0]).toArray(A[]::new);
        see(collected);  // points to at least: A[]@17
        see(collected[0]);  // points to: A@13
    }

    static void see(Object o) {}
}
