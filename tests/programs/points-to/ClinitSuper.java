/** The super class is initialized first, and by the same trigger. */
public class ClinitSuper {
    static class Base {
        static Object made = new Object();
        static int count = tick();

        static int tick() {  // reached
            return 1;
        }
    }

    static class Derived extends Base {
        static Object own = made;
    }

    static class Inherited extends Base {
        static Object never = boom();

        static Object boom() {  // unreached
            return null;
        }
    }

    public static void main(String[] args) {
        see(Derived.own);  // points to: Object@4; initializes: Base, Derived
        see(Inherited.made);  // points to: Object@4; initializes: Base
        new Derived();  // initializes: Base, Derived
    }

    static void see(Object o) {}
}
