/** One of the helper's callers forgets the lock. */
public class HelperForgotten {
    static class Tally {
        private int votes;

        synchronized void yes() {
            add(1);
        }

        void noBad() {
            add(-1);
        }

        private void add(int vote) {
            votes += vote;  // expect: data-race HelperForgotten$Tally.votes
        }
    }

    public static void main(String[] args) {
        Tally tally = new Tally();
        new Thread(tally::yes).start();
        new Thread(tally::noBad).start();
    }
}
