// exact: 1obj 2obj auto

/** Thread.start runs what the subclass says, each thread its own. */
public class ThreadSubclass {
    static class First extends Thread {
        @Override
        public void run() {  // reached
            see(this);  // points to: First@27
            see(Thread.currentThread());  // points to at least: First@27
        }
    }

    static class Second extends Thread {
        @Override
        public void run() {  // reached
            see(this);  // points to: Second@28
        }
    }

    static class Unstarted extends Thread {
        @Override
        public void run() {  // unreached
        }
    }

    public static void main(String[] args) throws Exception {
        Thread first = new First();
        Thread second = new Second();
        Thread never = new Unstarted();
        first.start();  // spawns: First.run
        second.start();  // spawns: Second.run
        first.join();
        second.join();
        see(never.getName());
    }

    static void see(Object o) {}
}
