/** An uncaught exception goes to the handler of its thread. */
public class FN_ExceptionThreads {
    static class Oops extends RuntimeException {}

    static class Handler implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {  // reached
            see(thread);  // points to: Thread@14
            see(thrown);  // points to: Oops
        }
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            throw new Oops();
        });
        thread.setUncaughtExceptionHandler(new Handler());
        thread.start();
        thread.join();
    }

    static void see(Object o) {}
}
