import java.util.function.Supplier;

/** Class.forName and a method reference initialize when they run. */
public class ClinitReflective {
    static class Loaded {
        static Object made = tick();

        static Object tick() {  // reached
            return null;
        }
    }

    static class Referred {
        static Object made = new Object();

        static Object get() {  // reached
            return made;
        }
    }

    public static void main(String[] args) throws Exception {
        Class.forName("ClinitReflective$Loaded");
        Supplier<Object> supplier = Referred::get;
        see(supplier.get());  // points to: Object@14
    }

    static void see(Object o) {}
}
