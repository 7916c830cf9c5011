// snarl: --open NoteOwnerThreadOfLoop
/** Loops of several kinds know their thread in different ways, and what belongs to them asks them. */
public class NoteOwnerThreadOfLoop {
    abstract static class Loop {
        abstract boolean isIn(Thread thread);

        boolean isMine() {
            return isIn(Thread.currentThread());
        }
    }

    static class Single extends Loop {
        private volatile Thread worker;

        void start() {
            new Thread(() -> worker = Thread.currentThread()).start();
        }

        @Override
        boolean isIn(Thread thread) {
            return thread == worker;
        }
    }

    static class Nobody extends Loop {
        @Override
        boolean isIn(Thread thread) {
            return false;
        }
    }

    private final Loop loop;
    private int stepsBad;
    private int askedBad;

    public NoteOwnerThreadOfLoop(boolean hasOne) {
        Single single = new Single();
        single.start();
        loop = hasOne ? single : new Nobody();
    }

    public void stepBad() {
        if (!loop.isMine()) {
            throw new IllegalStateException("not in the loop");
        }
        stepsBad++;  // expect: data-race NoteOwnerThreadOfLoop.stepsBad (note)
    }

    public void askBad() {
        assert loop.isMine();
        askedBad++;  // expect: data-race NoteOwnerThreadOfLoop.askedBad
    }

    public int askedBad() {
        return askedBad > 1 ? 1 : 0;
    }
}
