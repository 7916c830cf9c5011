import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A factory registers the listener when its constructor is through. */
public class EscapeRegisteredAfter {
    private static final List<EscapeRegisteredAfter> LISTENERS = new CopyOnWriteArrayList<>();
    private int seen;

    private EscapeRegisteredAfter() {
        seen = 10;
    }

    static void createOk() {
        EscapeRegisteredAfter made = new EscapeRegisteredAfter();
        LISTENERS.add(made);
    }

    static void fire() {
        for (EscapeRegisteredAfter each : LISTENERS) {
            System.out.println(each.seen);
        }
    }

    public static void main(String[] args) {
        new Thread(EscapeRegisteredAfter::fire).start();
        createOk();
    }
}
