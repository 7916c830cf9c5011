/** Two threads that greet, and count their greetings without a lock. */
public final class Hello {
    private static int greetings;

    public static void main(String[] arguments) throws InterruptedException {
        Thread one = new Thread(Hello::greet);
        Thread other = new Thread(Hello::greet);
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(greetings + " greetings");
    }

    private static void greet() {
        System.out.println("hello, world");
        greetings++;
    }
}
