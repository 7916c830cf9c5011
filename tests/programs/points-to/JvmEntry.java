/** What the JVM has ready before main: streams, the main thread and its group, arguments. */
public class JvmEntry {
    public static void main(String[] args) {
        see(System.out);  // points to: PrintStream
        see(System.in);  // points to: something
        see(args);  // points to: String[]
        see(args.length > 0 ? args[0] : null);  // points to: String
        see(Thread.currentThread());  // points to: Thread
        see(Thread.currentThread().getThreadGroup());  // points to: ThreadGroup
        see(System.getProperty("java.version"));  // points to: String
        see(JvmEntry.class.getClassLoader());  // points to: something
        see(Runtime.getRuntime());  // points to: Runtime
    }

    static void see(Object o) {}
}
