import java.util.ArrayList;
import java.util.List;

/** A logger that everyone shares, with a lock around its state. */
public class LoggerSynchronized {
    static final class LoggerOk {
        private static final LoggerOk INSTANCE = new LoggerOk();
        private final List<String> lines = new ArrayList<>();
        private int level = 1;

        synchronized void setLevel(int level) {
            this.level = level;
        }

        void log(int level, String text) {
            synchronized (this) {
                if (level >= this.level) {
                    lines.add(text);
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> LoggerOk.INSTANCE.log(2, "started")).start();
        new Thread(() -> LoggerOk.INSTANCE.setLevel(3)).start();
        LoggerOk.INSTANCE.log(3, "main");
    }
}
