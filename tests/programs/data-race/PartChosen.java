// snarl: --open PartChosen
/** A part that is chosen when its owner is made is the owner's, whichever it is; one that may be another's is not. */
public class PartChosen {
    private interface Handler {
        void handle();
    }

    private final Handler handler;
    private final Handler other;
    private int handled;
    private int lost;

    private final class Counting implements Handler {
        @Override
        public void handle() {
            handled++;
        }
    }

    private static final class Silent implements Handler {
        @Override
        public void handle() {
        }
    }

    private static final class Losing implements Handler {
        private final PartChosen owner;

        Losing(PartChosen owner) {
            this.owner = owner;
        }

        @Override
        public void handle() {
            owner.lost++;  // expect: data-race PartChosen.lost (note)
        }
    }

    public PartChosen(boolean counts, PartChosen next) {
        handler = counts ? new Counting() : new Silent();
        other = counts ? new Losing(this) : new Losing(next);
    }

    public synchronized void handleOk() {
        handled = 0;
        handler.handle();
    }

    public synchronized void loseBad() {
        lost = 0;
        other.handle();
    }
}
