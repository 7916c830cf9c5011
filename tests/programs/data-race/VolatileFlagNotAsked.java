/** The writer sets a volatile flag, but the reader does not look at it. */
public class VolatileFlagNotAsked {
    private static int data;
    private static volatile boolean ready;

    static void produceBad() {
        data = 42;  // expect: data-race VolatileFlagNotAsked.data
        ready = true;
    }

    public static void main(String[] args) {
        new Thread(VolatileFlagNotAsked::produceBad).start();
        System.out.println(data);
    }
}
