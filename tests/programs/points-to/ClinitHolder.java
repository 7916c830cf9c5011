/** The holder idiom: the instance is made when the holder is first asked. */
public class ClinitHolder {
    static class Single {
        static class Holder {
            static final Single INSTANCE = new Single();
        }

        static Single get() {
            return Holder.INSTANCE;  // initializes: Holder
        }
    }

    static class Unused {
        static class Holder2 {
            static final Object INSTANCE = boom();

            static Object boom() {  // unreached
                return null;
            }
        }

        static Object get() {  // unreached
            return Holder2.INSTANCE;
        }
    }

    public static void main(String[] args) {
        see(Single.get());  // points to: Single@5; calls: Single.get
    }

    static void see(Object o) {}
}
