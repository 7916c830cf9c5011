// snarl: --open OpenHelperOfOwn
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A public helper runs what it is given: callers from outside cannot give it what they never get. */
public class OpenHelperOfOwn {
    /** What can be waited for. */
    public interface Waiting {
        boolean isOver();
    }

    private static final class Own implements Waiting {
        private int asked;
        private volatile boolean isOver;

        @Override
        public boolean isOver() {
            asked++;
            return isOver || asked > 100;
        }
    }

    private static final class Returned implements Waiting {
        private int asked;

        @Override
        public boolean isOver() {
            return ++asked > 100;  // expect: data-race OpenHelperOfOwn$Returned.asked
        }
    }

    private static final class Listed implements Waiting {
        private int asked;

        @Override
        public boolean isOver() {
            return ++asked > 100;  // expect: data-race OpenHelperOfOwn$Listed.asked
        }
    }

    private static final class Found implements Waiting {
        private int asked;

        @Override
        public boolean isOver() {
            return ++asked > 100;  // expect: data-race OpenHelperOfOwn$Found.asked
        }
    }

    private final ConcurrentLinkedQueue<Own> all = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Returned> returned = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Listed> listed = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Found> found = new ConcurrentLinkedQueue<>();

    public static void await(Waiting waiting) {
        waitFor(waiting);
    }

    private static void waitFor(Waiting waiting) {
        while (!waiting.isOver()) {
            Thread.onSpinWait();
        }
    }

    /** Others know it, and end it, but only this thread asks. */
    public void waitOk() {
        Own own = new Own();
        all.add(own);
        await(own);
    }

    public void endOk() {
        for (Own own : all) {
            own.isOver = true;
        }
    }

    public Waiting waitReturnedBad() {
        Returned own = new Returned();
        returned.add(own);
        await(own);
        return own;
    }

    public List<Waiting> waitListedBad() {
        Listed own = new Listed();
        listed.add(own);
        await(own);
        return new ArrayList<>(listed);
    }

    public void waitFoundBad() {
        Found own = new Found();
        found.add(own);
        await(own);
    }

    public void waitAgainBad() {
        await(found.peek());
    }
}
