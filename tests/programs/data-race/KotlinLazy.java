import java.util.function.Supplier;

/** Kotlin's `by lazy`: a volatile value, and a lock while it is computed. */
public class KotlinLazy {
    static final class LazyOk<T> {
        private static final Object NONE = new Object();
        private Supplier<? extends T> initializer;
        private volatile Object value = NONE;
        private final Object lock = this;

        LazyOk(Supplier<? extends T> initializer) {
            this.initializer = initializer;
        }

        @SuppressWarnings("unchecked")
        T get() {
            Object known = value;
            if (known != NONE) {
                return (T) known;
            }
            synchronized (lock) {
                if (value == NONE) {
                    value = initializer.get();
                    initializer = null;
                }
                return (T) value;
            }
        }
    }

    public static void main(String[] args) {
        LazyOk<String> name = new LazyOk<>(() -> "made once");
        new Thread(() -> System.out.println(name.get())).start();
        System.out.println(name.get());
    }
}
