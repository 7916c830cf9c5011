import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Atomics as flags. */
public class AtomicFlagPublishes {
    private static final AtomicBoolean ready = new AtomicBoolean();
    private static final AtomicBoolean running = new AtomicBoolean(true);
    private static final AtomicReference<String> name = new AtomicReference<>();
    private static int one;
    private static int two;
    private static int three;

    static void writeOk() {
        one = 1;
        ready.set(true);
    }

    static void nameOk() {
        three = 3;
        name.set("done");
    }

    static void stopBad() {
        two = 2;  // expect: data-race AtomicFlagPublishes.two
        running.set(false);
    }

    public static void main(String[] args) {
        new Thread(AtomicFlagPublishes::writeOk).start();
        new Thread(AtomicFlagPublishes::nameOk).start();
        new Thread(AtomicFlagPublishes::stopBad).start();
        while (!ready.get()) {
            Thread.onSpinWait();
        }
        System.out.println(one);
        if (running.get()) {
            System.out.println(two);
        }
        if (name.get() != null) {
            System.out.println(three);
        }
    }
}
