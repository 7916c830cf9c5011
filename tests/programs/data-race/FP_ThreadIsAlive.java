/** When isAlive says no, all that the thread did has happened. */
public class FP_ThreadIsAlive {
    private static int result;

    static void computeOk() {
        result = 42;  // false alarm: data-race FP_ThreadIsAlive.result
    }

    public static void main(String[] args) {
        Thread thread = new Thread(FP_ThreadIsAlive::computeOk);
        thread.start();
        while (thread.isAlive()) {
            Thread.onSpinWait();
        }
        System.out.println(result);
    }
}
