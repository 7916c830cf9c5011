import java.lang.reflect.InvocationTargetException;
import javax.swing.SwingUtilities;

/** Who waits for the event thread does not wait for the threads that it starts meanwhile. */
public class SwingInvokeAndWaitStarts {
    private static int before;
    private static int after;

    static void work() {
        System.out.println(before);
        System.out.println(after);
    }

    static void startBad() throws InterruptedException, InvocationTargetException {
        before = 1;
        SwingUtilities.invokeAndWait(() -> new Thread(SwingInvokeAndWaitStarts::work).start());
        after = 2;  // expect: data-race SwingInvokeAndWaitStarts.after
    }

    public static void main(String[] args) throws Exception {
        startBad();
    }
}
