import java.lang.reflect.Method;

/** What `getMethods` gives is public, and numbers are given where there are some. */
public class ReflectPublic {
    public static class Above {
        public Object above(String text) {  // reached
            return this;
        }
    }

    public static class Bean extends Above {
        public Object setName(String name) {  // reached
            return this;
        }

        public Object setSize(String name, int size) {  // unreached
            return this;
        }

        public Object setOn(boolean isOn) {  // reached
            return this;
        }

        protected Object setHidden(String name) {  // unreached
            return this;
        }

        Object setNear(String name) {  // unreached
            return this;
        }
    }

    static class Own {
        Object near(String name) {  // reached
            return this;
        }
    }

    static String computed(String name) {
        return new StringBuilder(name).reverse().toString();
    }

    public static void main(String[] args) throws Exception {
        for (Method method : Bean.class.getMethods()) { // unresolved
            if (method.getName().equals(computed("emaNtes")) || method.getName().equals(computed("evoba"))) {
                method.invoke(new Bean(), computed("a"));
            } else if (method.getName().equals(computed("nOtes"))) {
                method.invoke(new Bean(), Boolean.valueOf(args.length > 0));
            }
        }

        for (Method method : Own.class.getDeclaredMethods()) { // unresolved
            see(method.invoke(new Own(), computed("b")));  // points to: Own@53
        }
    }

    static void see(Object o) {}
}
