/** How compilers before Java 5 wrote `ClassByName.class`: found by name, and kept in a field. */
public class ClassByName {
    static Class class$0;
    static Class class$1;
    private static int count;
    private static int other;

    static synchronized void add() {
        count++;
        other++;
    }

    static void takeOk() throws ClassNotFoundException {
        Class own = class$0;
        if (own == null) {
            own = class$0 = Class.forName("ClassByName");
        }
        synchronized (own) {
            count--;
        }
    }

    static void takeBad() throws ClassNotFoundException {
        Class another = class$1;
        if (another == null) {
            another = class$1 = Class.forName("java.lang.String");
        }
        synchronized (another) {
            other--;  // expect: data-race ClassByName.other
        }
    }

    public static void main(String[] args) throws Exception {
        new Thread(ClassByName::add).start();
        takeOk();
        takeBad();
    }
}
