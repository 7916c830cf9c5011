/** A join with a time limit may return while the thread still runs. */
public class JoinWithTimeout {
    private static int result;

    static void computeBad() {
        result = 42;  // expect: data-race JoinWithTimeout.result
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(JoinWithTimeout::computeBad);
        thread.start();
        thread.join(1);
        System.out.println(result);
    }
}
