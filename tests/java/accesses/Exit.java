/** A race, and the end of the JVM while other threads run. */
public class Exit {
    static int count;
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
        Thread thread = new Thread(() -> { count++; });
        thread.setDaemon(true);
        thread.start();
        count++;
        Thread.sleep(200);
        System.exit(7);
    }
}
