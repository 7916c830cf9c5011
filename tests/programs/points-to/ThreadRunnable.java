// exact: 1obj 2obj auto

/** A Thread with a Runnable: two threads, two tasks. */
public class ThreadRunnable {
    static class Task implements Runnable {
        private final Object held;

        Task(Object held) {
            this.held = held;
        }

        @Override
        public void run() {  // reached
            see(held);  // points to: Object@25 Object@26
        }
    }

    static class Unstarted implements Runnable {
        @Override
        public void run() {  // unreached
        }
    }

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(new Task(new Object()));
        Thread second = new Thread(null, new Task(new Object()), "second");
        Thread never = new Thread(new Unstarted());
        first.start();  // spawns: Thread.run
        second.start();  // spawns: Thread.run
        Thread third = new Thread(() -> see(args));  // points to: String[]
        third.start();  // spawns: Thread.run
        first.join();
        second.join();
        third.join();
    }

    static void see(Object o) {}
}
