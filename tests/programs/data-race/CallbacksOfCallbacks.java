// snarl: --open CallbacksOfCallbacks*
import java.util.concurrent.atomic.AtomicInteger;

/** Callbacks that call callbacks, each of which may count down to its end: there is no end of the ways to a counter. */
public class CallbacksOfCallbacks {
    public interface Callback {
        void done();
    }

    public static final class CountingBad implements Callback {
        private final AtomicInteger count = new AtomicInteger();
        private final Callback next;
        private int entered;
        private int ended;

        public CountingBad(Callback next) {
            this.next = next;
        }

        @Override
        public void done() {
            if (count.getAndIncrement() == 0) {
                do {
                    entered++;
                    next.done();
                } while (count.decrementAndGet() != 0);
                ended++;  // expect: data-race CallbacksOfCallbacks$CountingBad.ended
            }
        }
    }

    public static final class One implements Callback {
        private final Callback first;

        public One(Callback first) {
            this.first = first;
        }

        @Override
        public void done() {
            first.done();
        }
    }

    public static final class Two implements Callback {
        private final Callback left;
        private final Callback right;

        public Two(Callback left, Callback right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void done() {
            left.done();
            right.done();
        }
    }

    public static final class Three implements Callback {
        private final Callback before;
        private final Callback body;
        private final Callback after;

        public Three(Callback before, Callback body, Callback after) {
            this.before = before;
            this.body = body;
            this.after = after;
        }

        @Override
        public void done() {
            before.done();
            body.done();
            after.done();
        }
    }

    public static final class Four implements Callback {
        private final Callback north;
        private final Callback east;
        private final Callback south;
        private final Callback west;

        public Four(Callback north, Callback east, Callback south, Callback west) {
            this.north = north;
            this.east = east;
            this.south = south;
            this.west = west;
        }

        @Override
        public void done() {
            north.done();
            east.done();
            south.done();
            west.done();
        }
    }
}
