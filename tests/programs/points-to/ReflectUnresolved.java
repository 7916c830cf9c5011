import java.lang.reflect.Method;

/** Reflection by a computed name cannot be resolved, and is listed. */
public class ReflectUnresolved {
    static class A {
        public Object self() {
            return this;
        }
    }

    public static void main(String[] args) throws Exception {
        String name = new StringBuilder("A$detcelfeRnU").reverse().toString();
        try {
            Class<?> unknown = Class.forName(name); // unresolved
            see(unknown.getDeclaredConstructor().newInstance());  // points to: nothing
        } catch (ClassNotFoundException e) {
            see(e.getCause());  // points to: nothing
        }
        Method method = A.class.getMethod(args.length > 0 ? args[0] : "hashCode"); // unresolved
        see(method.invoke(new A()));
    }

    static void see(Object o) {}
}
