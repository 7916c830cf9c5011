import java.util.Formattable;
import java.util.Formatter;
import java.util.Scanner;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What basic classes of the JDK do that programs see, though models leave out the rest. */
public class JdkBasics {
    static class Printed {
        @Override
        public String toString() {  // reached
            return "printed";
        }
    }

    static class Joined {
        @Override
        public String toString() {  // reached
            return "joined";
        }
    }

    static class Formatted {
        @Override
        public String toString() {  // reached
            return "formatted";
        }
    }

    static class Own implements Formattable {
        @Override
        public void formatTo(Formatter formatter, int flags, int width, int precision) {  // reached
            formatter.format("own");
        }
    }

    static class Sink implements Appendable {
        @Override
        public Appendable append(CharSequence text) {  // reached
            return this;
        }

        @Override
        public Appendable append(CharSequence text, int start, int end) {  // reached
            return this;
        }

        @Override
        public Appendable append(char c) {  // reached
            return this;
        }
    }

    static class Text implements CharSequence {
        @Override
        public char charAt(int index) {  // reached
            return 'x';
        }

        @Override
        public int length() {  // reached
            return 1;
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return this;
        }

        @Override
        public String toString() {
            return "x";
        }
    }

    static class Loaded {
        public Loaded() {}  // reached
    }

    static class Unused {
        @Override
        public String toString() {  // unreached
            return "unused";
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new Printed());
        System.err.print("" + new Joined());
        String.format("%s", new Formatted());
        String.format("%s", new Own());
        new Formatter(new Sink()).format("a%sb", "c");
        see(Pattern.compile("x").matcher(new Text()).matches() ? new Text() : null);  // points to: Text@94
        see(System.in);  // points to: something
        see(System.getProperty("java.version"));  // points to exactly: String
        see(UUID.randomUUID().toString());  // points to exactly: String
        see(new Scanner("1 2").next());  // points to exactly: String
        byName();
        threads();
        exceptions();
        new Unused();
    }

    static void byName() throws Exception {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        see(loader);  // points to: something
        see(loader.loadClass("JdkBasics$Loaded").getConstructor().newInstance());  // points to: Loaded@108
    }

    static void threads() throws Exception {
        ThreadGroup group = new ThreadGroup("group");
        Runnable task = () -> see(Thread.currentThread().getName());  // points to exactly: String
        Thread thread = new Thread(group, task);
        thread.start();
        thread.join();
        see(new Thread(group, "named").getThreadGroup());  // points to at least: ThreadGroup@112
        see(new Thread().getThreadGroup());  // points to: something
        see(new Thread("named").getName());  // points to exactly: String
    }

    static void exceptions() {
        try {
            "abc".substring(args());
        } catch (StringIndexOutOfBoundsException e) {
            see(e);  // points to exactly: StringIndexOutOfBoundsException
        }
        try {
            java.util.List.of("a").get(args());
        } catch (IndexOutOfBoundsException e) {
            see(e.getMessage());  // points to exactly: String
        }
        try {
            Pattern.compile("(");
        } catch (PatternSyntaxException e) {
            see(e);  // points to exactly: PatternSyntaxException
        }
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException e) {
            see(e);  // points to exactly: NumberFormatException
        }
    }

    static int args() {
        return 7;
    }

    static void see(Object o) {}
}
