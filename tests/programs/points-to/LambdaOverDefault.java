/** A lambda's method overrides a default one that its interface has made abstract again. */
public class LambdaOverDefault {
    interface Above {
        default Object get() {
            return "above";
        }

        default Object other() {
            return this.get();
        }
    }

    interface Below extends Above {
        @Override
        Object get();
    }

    public static void main(String[] args) {
        Below below = () -> new Object();
        see(through(below));  // points to: Object@19
        see(((Above) below).other());  // points to: Object@19
    }

    static Object through(Above above) {
        return above.get();
    }

    static void see(Object o) {}
}
