import java.awt.EventQueue;
import java.lang.reflect.InvocationTargetException;
import javax.swing.SwingUtilities;

/** invokeLater and invokeAndWait run their task in the event thread. */
public class SwingLater {
    static class First implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: First@30
        }
    }

    static class Second implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Second@31
        }
    }

    static class Third implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Third@32
        }
    }

    public static void main(String[] args) throws InterruptedException, InvocationTargetException {
        if (args.length > 0) { // the JVM of a test may have no screen
            SwingUtilities.invokeLater(new First());  // spawns: First.run
            EventQueue.invokeLater(new Second());  // spawns: Second.run
            SwingUtilities.invokeAndWait(new Third());  // spawns: Third.run
        }
    }

    static void see(Object o) {}
}
