// context: ci auto
// alone: its locks decide how the strings of all programs are merged

/** Strings, builders and throwables that someone locks on are not merged. */
public class LocksNeverMerged {
    static class LockedOops extends Exception {}

    static final StringBuilder OUT = new StringBuilder();

    public static void main(String[] args) {
        String first = new String("a");
        String second = new String("b");
        synchronized (first) {
            OUT.append(first.length());
        }
        synchronized (second) {
            OUT.append(second.length());
        }
        see(first);  // points to exactly: String@11
        see(second);  // points to exactly: String@12
        StringBuilder builder = new StringBuilder();
        synchronized (builder) {
            see(builder);  // points to exactly: StringBuilder@21
        }
        Exception locked = new LockedOops();
        synchronized (locked) {
            see(locked);  // points to exactly: LockedOops@25
        }
        Object[] none = new Object[0];
        synchronized (none) {
            see(none);  // points to exactly: Object[]@29
        }
    }

    static void see(Object o) {}
}
