import java.util.function.Function;
import java.util.function.Supplier;

/** Private methods as references, and lambdas that use this: their bodies are private methods. */
public class LambdaPrivate {
    private final Object held = new Object();

    private Object secret() {
        return held;
    }

    private static Object hidden(Object given) {
        return given;
    }

    interface Greeter {
        private Object inside() {
            return this;
        }

        default Supplier<Object> outside() {
            return this::inside;
        }
    }

    static class Host implements Greeter {}

    public static void main(String[] args) {
        LambdaPrivate me = new LambdaPrivate();
        Supplier<Object> secret = me::secret;
        see(secret.get());  // points to: Object@6; calls: secret
        Function<Object, Object> hidden = LambdaPrivate::hidden;
        see(hidden.apply(me));  // points to: LambdaPrivate@29; calls: hidden
        see(me.deferred().get());  // points to: LambdaPrivate@29; calls: deferred, lambda@39
        see(new Host().outside().get());  // points to: Host@35; calls: Host.<init>, Greeter.outside, Greeter.inside
    }

    Supplier<Object> deferred() {
        return () -> this;
    }

    static void see(Object o) {}
}
