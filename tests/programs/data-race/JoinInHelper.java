/** Another method joins. */
public class JoinInHelper {
    private static int result;

    static void computeOk() {
        result = 42;
    }

    static void await(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        Thread thread = new Thread(JoinInHelper::computeOk);
        thread.start();
        await(thread);
        System.out.println(result);
    }
}
