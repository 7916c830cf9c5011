/** A StringBuffer is. */
public class ContainerStringBuffer {
    private static final StringBuffer LOG = new StringBuffer();

    static void logOk(String text) {
        LOG.append(text);
    }

    public static void main(String[] args) {
        new Thread(() -> logOk("one")).start();
        new Thread(() -> logOk("two")).start();
    }
}
