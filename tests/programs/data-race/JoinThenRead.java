/** Main reads after it has joined the thread that writes. */
public class JoinThenRead {
    private static int result;

    static void computeOk() {
        result = 42;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(JoinThenRead::computeOk);
        thread.start();
        thread.join();
        System.out.println(result);
    }
}
