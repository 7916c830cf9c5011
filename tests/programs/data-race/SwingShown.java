import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JFrame;

/** Nobody clicks before there is a window: what main does until it shows one is done before. */
public class SwingShown {
    static class Shop extends JFrame {
        private final List<String> ordersOk = new ArrayList<>();
        private int soldOk;
        private int lateBad;
        private int loadedBad;

        Shop() {
            JButton button = new JButton("sell");
            button.addActionListener(event -> {
                ordersOk.add("one");
                soldOk++;
                lateBad++;  // expect: data-race SwingShown$Shop.lateBad
                loadedBad++;  // expect: data-race SwingShown$Shop.loadedBad
            });
            new Thread(() -> loadedBad++).start();
            getContentPane().add(button);
            ordersOk.add("none");
            soldOk = 1;
            open();
            lateBad = 1;
        }

        private void open() {
            pack();
            setVisible(true);
        }
    }

    /** A thread that is started before the window is shown works on beside the listener. */
    static class Clock extends JFrame {
        private int ticksBad;

        Clock() {
            JButton button = new JButton("reset");
            button.addActionListener(event -> ticksBad = 0);  // expect: data-race SwingShown$Clock.ticksBad
            Thread ticking = new Thread(() -> ticksBad++);
            ticking.start();
            setVisible(true);
        }
    }

    public static void main(String[] args) {
        if (args.length > 0) { // the JVM of a test may have no screen
            new Shop();
            new Clock();
        }
    }
}
