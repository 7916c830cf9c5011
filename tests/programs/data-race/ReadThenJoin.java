/** Main reads before it joins. */
public class ReadThenJoin {
    private static int result;

    static void computeBad() {
        result = 42;  // expect: data-race ReadThenJoin.result
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(ReadThenJoin::computeBad);
        thread.start();
        System.out.println(result);
        thread.join();
    }
}
