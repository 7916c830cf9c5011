// snarl: --open LockOldClassLiteral
/** A class literal as compilers before Java 5 wrote it: found by name at first use, and kept. */
public class LockOldClassLiteral {
    static volatile Class<?> class$LockOldClassLiteral;
    static volatile Class<?> class$java$lang$Object;
    private static int count;
    private static int size;

    static Class<?> class$(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }

    public static void addOk() {
        synchronized (class$LockOldClassLiteral == null
                ? (class$LockOldClassLiteral = class$("LockOldClassLiteral"))
                : class$LockOldClassLiteral) {
            count++;
        }
    }

    public static synchronized int countOk() {
        return count;
    }

    public static void growBad() {
        synchronized (class$java$lang$Object == null
                ? (class$java$lang$Object = class$("java.lang.Object"))
                : class$java$lang$Object) {
            size++;  // expect: data-race LockOldClassLiteral.size
        }
    }

    public static synchronized int sizeBad() {
        return size;
    }
}
