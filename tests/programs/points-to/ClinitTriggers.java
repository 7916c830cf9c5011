/** What initializes a class: new, a static call, a static field; not a constant, a type, an array. */
public class ClinitTriggers {
    static class New {
        static Object made = new Object();
    }

    static class Call {
        static Object made = new Object();

        static Object get() {
            return made;
        }
    }

    static class Read {
        static Object made = new Object();
    }

    static class Written {
        static Object given;

        static {
            given = new Object();
        }
    }

    static class Constant {
        static final int NUMBER = 7;
        static final String TEXT = "text";
        static final Object made = new Object();
    }

    static class Named {
        static Object made = boom();

        static Object boom() {  // unreached
            return null;
        }
    }

    public static void main(String[] args) {
        new New();  // initializes: New
        see(Call.get());  // points to: Object@8; initializes: Call
        see(Read.made);  // points to: Object@16; initializes: Read
        Written.given = null;  // initializes: Written
        see(Written.given);  // points to: Object@23; initializes: Written
        int number = Constant.NUMBER;  // initializes: nothing
        see(Constant.TEXT);  // initializes: nothing
        see(Named.class);  // initializes: nothing
        Named[] array = new Named[1];  // initializes: nothing
        see(array[0] instanceof Named);  // initializes: nothing
    }

    static void see(Object o) {}
}
