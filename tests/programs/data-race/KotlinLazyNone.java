import java.util.function.Supplier;

/** Kotlin's `by lazy(LazyThreadSafetyMode.NONE)`, shared between threads after all. */
public class KotlinLazyNone {
    static final class UnsafeLazy<T> {
        private Supplier<? extends T> initializer;
        private T value;

        UnsafeLazy(Supplier<? extends T> initializer) {
            this.initializer = initializer;
        }

        T getBad() {
            if (value == null) {
                value = initializer.get();  // expect: data-race KotlinLazyNone$UnsafeLazy.value
                initializer = null;  // expect: data-race KotlinLazyNone$UnsafeLazy.initializer
            }
            return value;
        }
    }

    public static void main(String[] args) {
        UnsafeLazy<int[]> cells = new UnsafeLazy<>(() -> new int[4]);
        new Thread(() -> System.out.println(cells.getBad().length)).start();
        System.out.println(cells.getBad().length);
    }
}
