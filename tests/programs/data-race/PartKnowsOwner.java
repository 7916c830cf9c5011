// snarl: --open PartKnowsOwner
/** A part knows the one that has made it for itself: the lock of the one is that of the other. */
public class PartKnowsOwner {
    private final Part part = new Part(this);
    private int steps;

    public synchronized void stepOk() {
        part.step();
    }

    public synchronized int stepsOk() {
        return steps + part.looks;
    }

    public void lookOk() {
        part.look();
    }

    private static class Part {
        private final PartKnowsOwner owner;
        private int looks;

        Part(PartKnowsOwner owner) {
            this.owner = owner;
        }

        void step() {
            owner.steps++;
        }

        void look() {
            synchronized (owner) {
                looks++;
            }
        }
    }
}
