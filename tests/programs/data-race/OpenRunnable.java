/** A Runnable that nobody starts: callers will, and its static counter is shared. */
public class OpenRunnable implements Runnable {
    private static int started;

    @Override
    public void run() {
        countBad();
    }

    private static void countBad() {
        started++;  // expect: data-race OpenRunnable.started
    }
}
