/** Names of classes that are put together: a package or an outer class and a rest, a class and a suffix. */
public class ReflectComposedNames {
    interface Shape {
        Object self();
    }

    static class ShapeImpl implements Shape {
        public Object self() {  // reached
            return this;
        }
    }

    static class Circle implements Shape {
        public Object self() {  // reached
            return this;
        }
    }

    static class Outside implements Runnable {
        public void run() {  // reached
            see(this);  // points to: Outside@28
        }
    }

    static Object inner(String name) throws Exception {
        return Class.forName("ReflectComposedNames$" + name) // unresolved
                .getDeclaredConstructor()
                .newInstance();
    }

    static Object implementation(Class<?> of) throws Exception {
        return Class.forName(of.getName() + "Impl") // unresolved
                .getDeclaredConstructor()
                .newInstance();
    }

    public static void main(String[] args) throws Exception {
        String circle = new StringBuilder("elcriC").reverse().toString();
        ((Shape) inner(circle)).self();
        ((Shape) implementation(Shape.class)).self();
        ((Runnable) inner(new StringBuilder("edistuO").reverse().toString())).run();
    }

    static void see(Object o) {}
}
