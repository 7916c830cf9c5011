/** A private helper without a lock of its own is called with the lock held, everywhere. */
public class HelperAlwaysLocked {
    static class TallyOk {
        private int votes;

        synchronized void yes() {
            add(1);
        }

        synchronized void no() {
            add(-1);
        }

        private void add(int vote) {
            votes += vote;
        }
    }

    public static void main(String[] args) {
        TallyOk tally = new TallyOk();
        new Thread(tally::yes).start();
        new Thread(tally::no).start();
    }
}
