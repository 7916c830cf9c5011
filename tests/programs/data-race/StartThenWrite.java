/** Main writes when the thread that reads has been started. */
public class StartThenWrite {
    private static int limit;

    static void readBad() {
        System.out.println(limit);
    }

    public static void main(String[] args) {
        new Thread(StartThenWrite::readBad).start();
        limit = 10;  // expect: data-race StartThenWrite.limit
    }
}
