import java.text.SimpleDateFormat;
import java.util.Date;

/** A SimpleDateFormat keeps state while it formats. */
public class ContainerDateFormat {
    private static final SimpleDateFormat YEAR = new SimpleDateFormat("yyyy");

    static String formatBad(long time) {
        return YEAR.format(new Date(time));  // expect: data-race container ContainerDateFormat.YEAR
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(formatBad(0))).start();
        new Thread(() -> System.out.println(formatBad(1))).start();
    }
}
