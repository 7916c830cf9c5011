import javax.swing.JButton;
import javax.swing.SwingUtilities;

/** Listeners run in the event thread, one after the other, as tasks for it do; but beside others. */
public class SwingListeners {
    private int clicks;
    private int drawn;

    void listenOk(JButton button) {
        button.addActionListener(event -> clicks++);
        SwingUtilities.invokeLater(() -> clicks++);
    }

    void listenBad(JButton button) {
        button.addActionListener(event -> drawn++);  // expect: data-race SwingListeners.drawn
        new Thread(() -> drawn++).start();
    }

    public static void main(String[] args) {
        if (args.length > 0) { // the JVM of a test may have no screen
            SwingListeners model = new SwingListeners();
            JButton button = new JButton("draw");
            model.listenOk(button);
            model.listenBad(button);
        }
    }
}
