/** Two threads that touch a field, of which only one is ever started. */
public class ThreadNeverStarted {
    private static int count;

    static void countOk() {
        count++;
    }

    public static void main(String[] args) {
        Thread started = new Thread(ThreadNeverStarted::countOk);
        Thread forgotten = new Thread(ThreadNeverStarted::countOk);
        started.start();
        System.out.println(forgotten.getName());
    }
}
