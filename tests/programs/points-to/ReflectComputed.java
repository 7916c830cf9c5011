import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Members by computed names: what can be called with what is given, what a field can hold. */
public class ReflectComputed {
    static class Tool {
        public Object plain() {  // reached
            return this;
        }

        public Object of(Tool other) {  // reached
            see(other);  // points to: Tool@45
            return other;
        }

        public Object with(Thread other) {  // unreached
            return other;
        }

        public static Object made(Integer number, Tool tool) {  // unreached
            return tool;
        }
    }

    static class Holder {
        Tool tool;
        Thread thread;
        Object any;
    }

    static class Other {
        Tool tool = new Tool();

        public Object plain() {  // unreached
            return this;
        }
    }

    static String computed(String[] args) {
        return (args.length > 0 ? args[0] : " of ").trim();
    }

    public static void main(String[] args) throws Exception {
        Tool a = new Tool();
        Tool b = new Tool();
        Other other = new Other();
        for (Method method : Tool.class.getDeclaredMethods()) { // unresolved
            if (method.getName().equals(computed(args)) && method.getParameterCount() < 2) {
                Object[] given = method.getParameterCount() == 0 ? null : new Object[] {b};
                see(method.invoke(a, given));  // points to: Tool@44 Tool@45
            }
        }
        Holder holder = new Holder();
        Field field = Holder.class.getDeclaredField(computed(new String[] {"any"})); // unresolved
        field.set(holder, a);
        see(holder.tool);  // points to: Tool@44
        see(holder.thread);  // points to: nothing
        see(holder.any);  // points to: Tool@44
        see(other);  // points to: Other@46
    }

    static void see(Object o) {}
}
