import java.util.List;
import javax.swing.SwingWorker;

/** A worker has a thread of its own; what it tells of its progress runs in the event thread. */
public class SwingWorkers {
    static class Count extends SwingWorker<Integer, Integer> {
        private int counted;
        private int shown;
        private int lastBad;

        @Override
        protected Integer doInBackground() {
            for (int i = 0; i < 5; i++) {
                counted++;
                lastBad = counted;  // expect: data-race SwingWorkers$Count.lastBad
                publish(counted);
            }
            return counted;
        }

        @Override
        protected void process(List<Integer> counts) {
            shown += counts.size();
            System.out.println("shown " + shown + " of " + lastBad);
        }

        @Override
        protected void done() {
            System.out.println("shown " + shown);
        }
    }

    public static void main(String[] args) {
        if (args.length > 0) { // the JVM of a test may have no screen
            new Count().execute();
        }
    }
}
