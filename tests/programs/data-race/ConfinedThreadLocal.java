import java.text.SimpleDateFormat;
import java.util.Date;

/** Each thread has a format of its own. */
public class ConfinedThreadLocal {
    private static final ThreadLocal<SimpleDateFormat> FORMAT =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));

    static String formatOk(long time) {
        return FORMAT.get().format(new Date(time));
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(formatOk(0))).start();
        new Thread(() -> System.out.println(formatOk(1))).start();
    }
}
