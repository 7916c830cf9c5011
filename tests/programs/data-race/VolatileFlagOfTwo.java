/** Two threads set one flag: who sees it does not know which. */
public class VolatileFlagOfTwo {
    private static volatile boolean ready;
    private static int one;
    private static int two;

    public static void main(String[] args) {
        new Thread(() -> {
            one = 1;  // expect: data-race VolatileFlagOfTwo.one
            ready = true;
        }).start();
        new Thread(() -> {
            two = 2;  // expect: data-race VolatileFlagOfTwo.two
            ready = true;
        }).start();
        if (ready) {
            System.out.println(one + two);
        }
    }
}
