/** A StringBuilder is not made for two threads. */
public class ContainerStringBuilder {
    private static final StringBuilder LOG = new StringBuilder();

    static void logBad(String text) {
        LOG.append(text);  // expect: data-race container ContainerStringBuilder.LOG
    }

    public static void main(String[] args) {
        new Thread(() -> logBad("one")).start();
        new Thread(() -> logBad("two")).start();
    }
}
