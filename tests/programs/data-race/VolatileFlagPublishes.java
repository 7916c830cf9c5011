/** The data is written before a volatile flag is set, and read after it was seen. */
public class VolatileFlagPublishes {
    private static int data;
    private static volatile boolean ready;

    static void produceOk() {
        data = 42;
        ready = true;
    }

    static void consumeOk() {
        while (!ready) {
            Thread.onSpinWait();
        }
        System.out.println(data);
    }

    public static void main(String[] args) {
        new Thread(VolatileFlagPublishes::produceOk).start();
        consumeOk();
    }
}
