import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/** Opaque and plain accesses of a flag order nothing else. */
public class VarHandleOpaque {
    private static final VarHandle READY;
    private static final VarHandle DONE;
    private static final AtomicBoolean SET = new AtomicBoolean();

    private boolean ready;
    private boolean done;
    private int opaqueBad;
    private int plainBad;
    private int releasedOk;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            READY = lookup.findVarHandle(VarHandleOpaque.class, "ready", boolean.class);
            DONE = lookup.findVarHandle(VarHandleOpaque.class, "done", boolean.class);
        } catch (ReflectiveOperationException problem) {
            throw new ExceptionInInitializerError(problem);
        }
    }

    void tell() {
        opaqueBad = 1;  // expect: data-race VarHandleOpaque.opaqueBad
        READY.setOpaque(this, true);
        plainBad = 2;  // expect: data-race VarHandleOpaque.plainBad
        SET.setPlain(true);
        releasedOk = 3;
        DONE.setRelease(this, true);
    }

    void hear() {
        if ((boolean) READY.getOpaque(this)) {
            System.out.println(opaqueBad);
        }
        if (SET.getPlain()) {
            System.out.println(plainBad);
        }
        if ((boolean) DONE.getAcquire(this)) {
            System.out.println(releasedOk);
        }
    }

    public static void main(String[] args) {
        VarHandleOpaque shared = new VarHandleOpaque();
        new Thread(shared::tell).start();
        new Thread(shared::hear).start();
    }
}
