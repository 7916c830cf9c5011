/** Main joins a thread, but not the one that it has started in turn. */
public class NestedSpawnNotJoined {
    private static int result;

    static void innerBad() {
        result = 42;  // expect: data-race NestedSpawnNotJoined.result
    }

    static void outer() {
        new Thread(NestedSpawnNotJoined::innerBad).start();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(NestedSpawnNotJoined::outer);
        thread.start();
        thread.join();
        System.out.println(result);
    }
}
