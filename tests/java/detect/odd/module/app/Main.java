package app;

/** A program in a module that exports and opens nothing. */
public class Main {
    private static int racy;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> racy++);
        thread.start();
        racy++;
        thread.join();
        System.out.println(Main.class.getModule());
    }
}
