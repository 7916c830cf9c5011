/** Strings and throwables that nobody locks on are one object a type; builders are told apart. */
public class MergedStrings {
    static class Oops extends Exception {}

    public static void main(String[] args) {
        String first = new String("a");
        see(first);  // points to exactly: String
        StringBuilder builder = new StringBuilder();
        see(builder);  // points to exactly: StringBuilder@8
        see(builder.append(first).toString());  // points to exactly: String
        Exception oops = args.length > 0 ? new Oops() : new Oops();
        see(oops);  // points to exactly: Oops
        see("literal");  // points to exactly: String
    }

    static void see(Object o) {}
}
