/** A state that counts up: each number says that what came before is done. */
public class VolatileFlagOfStates {
    private static final int LOADED = 1;
    private static final int READY = 2;
    private static volatile int state;
    private static int loaded;
    private static int ready;

    static void readBad() {
        if (state == READY) {
            System.out.println(loaded + ready);
        }
        if (state >= LOADED) {
            System.out.println(loaded);
        }
        if (state == LOADED) {
            System.out.println(ready);  // expect: data-race VolatileFlagOfStates.ready
        }
    }

    public static void main(String[] args) {
        new Thread(VolatileFlagOfStates::readBad).start();
        loaded = 1;
        state = LOADED;
        ready = 2;
        state = READY;
    }
}
