/** A reader that reads only if the volatile flag is set. */
public class VolatileFlagIf {
    private static int data;
    private static volatile boolean ready;

    static void produceOk() {
        data = 42;
        ready = true;
    }

    static void consumeOk() {
        if (ready) {
            System.out.println(data);
        }
    }

    public static void main(String[] args) {
        new Thread(VolatileFlagIf::produceOk).start();
        consumeOk();
    }
}
