/** A class initializes its interfaces with default methods, not the others. */
public class ClinitInterface {
    interface Plain {
        Object MADE = boom();

        static Object boom() {  // unreached
            return null;
        }

        void work();
    }

    interface Defaulting {
        Object MADE = tick();

        static Object tick() {  // reached
            return new Object();
        }

        default void help() {}
    }

    interface Asked {
        Object MADE = new Object();
    }

    static class Both implements Plain, Defaulting, Asked {
        @Override
        public void work() {}
    }

    public static void main(String[] args) {
        new Both();  // initializes: Defaulting
        see(Defaulting.MADE);  // points to: Object@17; initializes: Defaulting
        see(Asked.MADE);  // points to: Object@24; initializes: Asked
    }

    static void see(Object o) {}
}
