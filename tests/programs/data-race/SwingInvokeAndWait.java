import java.lang.reflect.InvocationTargetException;
import javax.swing.SwingUtilities;

/** Who waits for the event thread sees what it has done; who only tells it something does not. */
public class SwingInvokeAndWait {
    private static int waited;
    private static int told;

    static void waitOk() throws InterruptedException, InvocationTargetException {
        SwingUtilities.invokeAndWait(() -> waited = 1);
        System.out.println(waited);
    }

    static void tellBad() {
        SwingUtilities.invokeLater(() -> told = 1);
        System.out.println(told);  // expect: data-race SwingInvokeAndWait.told
    }

    public static void main(String[] args) throws Exception {
        waitOk();
        tellBad();
    }
}
