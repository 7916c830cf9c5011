/** A logger whose level is read without the lock that writers of it hold. */
public class LoggerLevelPlain {
    private static int level = 1;

    static synchronized void setLevel(int value) {
        level = value;
    }

    static void logBad(int severity, String text) {
        if (severity >= level) {  // expect: data-race LoggerLevelPlain.level
            System.out.println(text);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> setLevel(2)).start();
        logBad(1, "hello");
    }
}
