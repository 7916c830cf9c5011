/** Main joins on one way to the read only. */
public class JoinOnOneBranch {
    private static int result;

    static void computeBad() {
        result = 42;  // expect: data-race JoinOnOneBranch.result
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(JoinOnOneBranch::computeBad);
        thread.start();
        if (args.length == 0) {
            thread.join();
        }
        System.out.println(result);
    }
}
