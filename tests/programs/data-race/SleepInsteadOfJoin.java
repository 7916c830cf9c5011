/** Sleeping long enough orders nothing. */
public class SleepInsteadOfJoin {
    private static int result;

    static void computeBad() {
        result = 42;  // expect: data-race SleepInsteadOfJoin.result
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(SleepInsteadOfJoin::computeBad).start();
        Thread.sleep(20);
        System.out.println(result);
    }
}
