// snarl: --open PartKnowsOther
/** A part that was made for somebody else: the lock of who has it is not that of whom it knows. */
public class PartKnowsOther {
    private final Part part;
    private int steps;

    public PartKnowsOther(PartKnowsOther other) {
        part = new Part(other);
    }

    public synchronized void stepBad() {
        part.step();
    }

    public synchronized int steps() {
        return steps + part.looks;
    }

    public void lookBad() {
        part.look();
    }

    private static class Part {
        private final PartKnowsOther owner;
        private int looks;

        Part(PartKnowsOther owner) {
            this.owner = owner;
        }

        void step() {
            owner.steps++;  // expect: data-race PartKnowsOther.steps (note)
        }

        void look() {
            synchronized (owner) {
                looks++;  // expect: data-race PartKnowsOther$Part.looks (note)
            }
        }
    }
}
