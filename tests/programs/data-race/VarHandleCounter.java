import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A counter by a handle: its class is meant for threads, and a plain write of it is not enough. */
public class VarHandleCounter {
    private static final VarHandle COUNT;
    private int count;
    private static final VarHandle TOTAL;
    private int total;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(VarHandleCounter.class, "count", int.class);
            TOTAL = lookup.findVarHandle(VarHandleCounter.class, "total", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public void countOk() {
        COUNT.getAndAdd(this, 1);
    }

    public int countedOk() {
        return (int) COUNT.getVolatile(this);
    }

    public void totalBad() {
        total++;  // expect: data-race VarHandleCounter.total
    }

    public int totalledBad() {
        return (int) TOTAL.getVolatile(this);
    }
}
