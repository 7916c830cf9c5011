/** The volatile flag is set before the data is written. */
public class VolatileFlagTooEarly {
    private static int data;
    private static volatile boolean ready;

    static void produceBad() {
        ready = true;
        data = 42;  // expect: data-race VolatileFlagTooEarly.data
    }

    public static void main(String[] args) {
        new Thread(VolatileFlagTooEarly::produceBad).start();
        if (ready) {
            System.out.println(data);
        }
    }
}
