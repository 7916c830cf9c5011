import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The constructor registers `this` as a listener before it is complete. */
public class EscapeListener {
    private static final List<EscapeListener> LISTENERS = new CopyOnWriteArrayList<>();
    private int seen;

    EscapeListener() {
        LISTENERS.add(this);
        seen = 10;  // expect: data-race EscapeListener.seen
    }

    void changedBad() {
        System.out.println(seen);
    }

    static void fire() {
        for (EscapeListener each : LISTENERS) {
            each.changedBad();
        }
    }

    public static void main(String[] args) {
        new Thread(EscapeListener::fire).start();
        new EscapeListener();
    }
}
