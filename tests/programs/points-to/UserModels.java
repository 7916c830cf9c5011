/** A user's own models, in UserModels.toml, in place of what the methods do. */
public class UserModels {
    static class A {}

    static class B {}

    static class Broker {
        private Object held;

        /** The model says: it gives back its argument. */
        native Object same(Object given);

        /** The model says: keeps it. */
        native void keep(Object given);

        /** The model says: gives what was kept. */
        native Object kept();

        /** The model says: a new one. */
        native Object make();

        /** The model says: runs it in another thread. */
        native void later(Runnable task);
    }

    static class Task implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Task@44
        }
    }

    public static void main(String[] args) {
        Broker broker = new Broker();
        if (args.length == 0) {
            return; // there is no native code: this is for the analysis alone
        }
        see(broker.same(new A()));  // points to: A@38
        see(broker.same(new B()));  // points to: B@39
        Object c = new A();
        broker.keep(c);
        see(broker.kept());  // points to: A@40
        see(broker.make());  // points to: B@43
        broker.later(new Task());  // spawns: Task.run
    }

    static void see(Object o) {}
}
