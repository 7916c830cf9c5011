import java.lang.ref.Cleaner;

/** A Cleaner runs its action in a thread of its own. */
public class Cleaners {
    static class Action implements Runnable {
        final Object held;

        Action(Object held) {
            this.held = held;
        }

        @Override
        public void run() {  // reached
            see(this);  // points to: Action@23
            see(held);  // points to: Object@22
        }
    }

    public static void main(String[] args) {
        Cleaner cleaner = Cleaner.create();
        Object tracked = new Object();
        Object held = new Object();
        Cleaner.Cleanable cleanable = cleaner.register(tracked, new Action(held));
        cleanable.clean();
    }

    static void see(Object o) {}
}
