import javax.swing.SwingUtilities;

/** Tasks for the event thread run one after the other, but beside main. */
public class SwingEventThread {
    private static int repaints;
    private static int clicks;

    static void repaintOk() {
        repaints++;
    }

    static void clickBad() {
        clicks++;  // expect: data-race SwingEventThread.clicks
    }

    public static void main(String[] args) {
        if (args.length > 0) { // the JVM of a test may have no screen
            SwingUtilities.invokeLater(SwingEventThread::repaintOk);
            SwingUtilities.invokeLater(SwingEventThread::repaintOk);
            SwingUtilities.invokeLater(SwingEventThread::clickBad);
            System.out.println(clicks);
        }
    }
}
