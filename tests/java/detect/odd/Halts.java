/** Ends the JVM at once, without the hooks of its shutdown, soon after a race. */
public class Halts {
    private static int racy;

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> racy++);
        other.start();
        racy++;
        other.join();
        Runtime.getRuntime().halt(5);
    }
}
