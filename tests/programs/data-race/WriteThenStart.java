/** Main writes, then starts the thread that reads. */
public class WriteThenStart {
    private static int limit;

    static void readOk() {
        System.out.println(limit);
    }

    public static void main(String[] args) {
        Thread thread = new Thread(WriteThenStart::readOk);
        limit = 10;
        thread.start();
    }
}
