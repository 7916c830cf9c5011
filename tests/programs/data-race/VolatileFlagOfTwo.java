/** Two threads set one flag: who sees it does not know which. */
public class VolatileFlagOfTwo {
    private static volatile boolean ready;
    private static int one;
    private static int two;

    static void oneBad() {
        one = 1;  // expect: data-race VolatileFlagOfTwo.one
        ready = true;
    }

    static void twoBad() {
        two = 2;  // expect: data-race VolatileFlagOfTwo.two
        ready = true;
    }

    public static void main(String[] args) {
        new Thread(VolatileFlagOfTwo::oneBad).start();
        new Thread(VolatileFlagOfTwo::twoBad).start();
        if (ready) {
            System.out.println(one + two);
        }
    }
}
