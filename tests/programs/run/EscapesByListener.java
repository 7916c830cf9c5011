/**
 * Paper 5, figure 6: a constructor registers a listener, which knows the object before its field is
 * set. The thread of events waits until the field is set, by something that orders nothing.
 */
public final class EscapesByListener {
    private EscapesByListener() {}

    interface Listener {
        void onEvent();
    }

    static final class Events implements Runnable {
        private final Thread registrar;
        private Listener listener;

        Events(Thread registrar) {
            this.registrar = registrar;
        }

        synchronized void register(Listener added) {
            listener = added;
        }

        synchronized Listener registered() {
            return listener;
        }

        @Override
        public void run() {
            Listener found = registered();
            while (found == null) {
                Thread.yield();
                found = registered();
            }
            while (registrar.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
            found.onEvent();
        }
    }

    static final class Answer {
        int value;

        Answer(Events events) {
            events.register(
                    new Listener() {
                        @Override
                        public void onEvent() {
                            System.out.println(value);
                        }
                    });
            value = 42;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Events events = new Events(Thread.currentThread());
        Thread thread = new Thread(events, "events");
        thread.start();
        new Answer(events);
        thread.join();
    }
}
