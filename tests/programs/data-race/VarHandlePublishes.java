import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Data before setRelease of a flag, and behind getAcquire of it. */
public class VarHandlePublishes {
    private static final VarHandle READY;
    private int data;
    private boolean ready;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            READY = lookup.findVarHandle(VarHandlePublishes.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void produceOk() {
        data = 42;
        READY.setRelease(this, true);
    }

    int consumeOk() {
        return (boolean) READY.getAcquire(this) ? data : 0;
    }

    public static void main(String[] args) {
        VarHandlePublishes shared = new VarHandlePublishes();
        new Thread(shared::produceOk).start();
        System.out.println(shared.consumeOk());
    }
}
