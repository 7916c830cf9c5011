/** Main joins a thread that has joined another: both are over. */
public class NestedSpawnJoined {
    private static int result;

    static void inner() {
        result = 42;
    }

    static void outerOk() {
        Thread thread = new Thread(NestedSpawnJoined::inner);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(NestedSpawnJoined::outerOk);
        thread.start();
        thread.join();
        System.out.println(result);
    }
}
