import javax.swing.JButton;
import javax.swing.JFrame;

/** Another thread shows the window, perhaps at once. */
public class SwingShownByOther {
    private int soldBad;

    void open(JFrame frame) {
        JButton button = new JButton("sell");
        button.addActionListener(event -> soldBad++);  // expect: data-race SwingShownByOther.soldBad
        frame.getContentPane().add(button);
        new Thread(() -> frame.setVisible(true)).start();
        soldBad = 1;
        frame.setVisible(true);
    }

    public static void main(String[] args) {
        if (args.length > 0) { // the JVM of a test may have no screen
            new SwingShownByOther().open(new JFrame());
        }
    }
}
