/** A shutdown hook is a thread that the JVM starts in the end. */
public class ShutdownHooks {
    static class Hook extends Thread {
        @Override
        public void run() {  // reached
            see(this);  // points to: Hook@18
        }
    }

    static class Task implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Task@19
        }
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Hook());  // spawns: Hook.run
        Runtime.getRuntime().addShutdownHook(new Thread(new Task()));  // spawns: Thread.run
    }

    static void see(Object o) {}
}
