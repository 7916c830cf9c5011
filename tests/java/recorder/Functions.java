import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Lambdas, method references, reflection, method handles, proxies, records. */
public class Functions {
    public static void main(String[] args) throws Throwable { // jdk -> callback Functions.main
        lambdas(); // -> call Functions.lambdas
        references(); // -> call Functions.references
        reflection(); // -> call Functions.reflection
        handles(); // -> call Functions.handles
        proxies(); // -> call Functions.proxies
        records(); // -> call Functions.records
    }

    interface Action {
        void act();

        default Action twice() {
            return () -> {
                act(); // -> lambda Functions.lambda$lambdas$0
                act(); // -> lambda Functions.lambda$lambdas$0
            };
        }
    }

    static void lambdas() {
        Action action = () -> touch("a"); // -> call Functions.touch
        action.act(); // -> lambda Functions.lambda$lambdas$0
        action.twice().act(); // -> call Functions$Action.twice, lambda Functions$Action.lambda$twice$0
        action.hashCode(); // -> call java.lang.Object.hashCode
        String captured = String.valueOf(1); // -> call java.lang.String.valueOf
        Supplier<String> supplier = () -> captured;
        for (int i = 0; i < 3; i++) {
            supplier.get(); // -> lambda Functions.lambda$lambdas$1
        }
        List.of("x").forEach(x -> touch(x)); // jdk -> lambda Functions.lambda$lambdas$2 // -> call java.util.List.of, call {17:java.lang.Iterable.forEach|25:java.util.ImmutableCollections$List12.forEach}, call Functions.touch
    }

    static void touch(Object o) {}

    String name() {
        return "name";
    }

    Functions() {} // -> call java.lang.Object.<init>

    static void references() {
        Supplier<Functions> make = Functions::new;
        Functions made = make.get(); // -> lambda Functions.<init>
        Supplier<String> bound = made::name; // -> call java.util.Objects.requireNonNull
        bound.get(); // -> lambda Functions.name
        Function<Functions, String> unbound = Functions::name;
        unbound.apply(made); // -> lambda Functions.name
        Function<String, Integer> parse = Integer::parseInt;
        parse.apply("1"); // -> lambda java.lang.Integer.parseInt
        ToIntFunction<String> length = String::length;
        length.applyAsInt("abc"); // -> lambda java.lang.String.length
        Function<Object, String> text = Object::toString;
        text.apply(new Item()); // -> new Functions$Item, call Functions$Item.<init>, lambda Functions$Item.toString
        Function.<String>identity().apply("a"); // -> call java.util.function.Function.identity, generated java.util.function.Function$$Lambda.apply
    }

    static class Item { // -> call java.lang.Object.<init>
        @Override
        public String toString() { // jdk -> callback Functions$Item.toString
            return "item";
        }
    }

    public static class Target {
        final int value;

        public Target(int value) { // -> call java.lang.Object.<init>
            this.value = value;
        }

        public int get(int add) {
            return value + add;
        }

        public static void fail() {
            throw new IllegalStateException(); // -> new java.lang.IllegalStateException, call java.lang.IllegalStateException.<init>
        }
    }

    static void reflection() throws Exception {
        Constructor<?> constructor = Target.class.getConstructor(int.class); // -> new [Ljava.lang.Class;, call java.lang.Class.getConstructor
        Object target = constructor.newInstance(1); // -> new [Ljava.lang.Object;, call java.lang.Integer.valueOf, call java.lang.reflect.Constructor.newInstance, reflective Functions$Target.<init>
        Method get = Target.class.getMethod("get", int.class); // -> new [Ljava.lang.Class;, call java.lang.Class.getMethod
        for (int i = 0; i < 40; i++) {
            get.invoke(target, i); // -> new [Ljava.lang.Object;, call java.lang.Integer.valueOf, call java.lang.reflect.Method.invoke, reflective Functions$Target.get
        }
        Method size = java.util.Collection.class.getMethod("size"); // -> new [Ljava.lang.Class;, call java.lang.Class.getMethod
        size.invoke(new java.util.ArrayList<>()); // -> new [Ljava.lang.Object;, new java.util.ArrayList, call java.util.ArrayList.<init>, call java.lang.reflect.Method.invoke, reflective java.util.ArrayList.size
        try {
            get.invoke("wrong", 1); // -> new [Ljava.lang.Object;, call java.lang.Integer.valueOf, call java.lang.reflect.Method.invoke
        } catch (IllegalArgumentException expected) {
            touch(expected); // -> call Functions.touch
        }
        try {
            Target.class.getMethod("fail").invoke(null); // -> new [Ljava.lang.Class;, call java.lang.Class.getMethod, new [Ljava.lang.Object;, call java.lang.reflect.Method.invoke, reflective Functions$Target.fail
        } catch (InvocationTargetException expected) {
            touch(expected); // -> call Functions.touch
        }
    }

    static void handles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup(); // -> call java.lang.invoke.MethodHandles.lookup
        MethodType type = MethodType.methodType(String.class); // -> call java.lang.invoke.MethodType.methodType
        MethodHandle name = lookup.findVirtual(Functions.class, "name", type); // -> call java.lang.invoke.MethodHandles$Lookup.findVirtual
        for (int i = 0; i < 3; i++) {
            String text = (String) name.invokeExact(new Functions()); // -> new Functions, call Functions.<init>, call java.lang.invoke.MethodHandle.invokeExact, reflective Functions.name
        }
    }

    static void proxies() {
        Action proxy =
                (Action)
                        Proxy.newProxyInstance( // -> call java.lang.reflect.Proxy.newProxyInstance
                                Functions.class.getClassLoader(), // -> call java.lang.Class.getClassLoader, new [Ljava.lang.Class;
                                new Class<?>[] {Action.class},
                                (self, method, arguments) -> null);
        proxy.act(); // -> reflective {17:Functions.lambda$proxies$3|25:Functions.lambda$proxies$0}
    }

    record Point(Item left, Object right) {} // -> call java.lang.Record.<init>, dynamic Functions$Item.toString

    static void records() {
        new Point(new Item(), "b").toString(); // -> new Functions$Point, call Functions$Point.<init>, new Functions$Item, call Functions$Item.<init>, call Functions$Point.toString
        String.valueOf(new Item()); // -> call java.lang.String.valueOf, new Functions$Item, call Functions$Item.<init>
    }
}
