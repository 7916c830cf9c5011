import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A plain field that is only ever used through the ordering modes of a VarHandle. */
public class VarHandleModes {
    private static final VarHandle STATE;
    private int state;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(VarHandleModes.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void setOk() {
        STATE.setRelease(this, 1);
        STATE.compareAndSet(this, 1, 2);
        STATE.setVolatile(this, 3);
    }

    int getOk() {
        return (int) STATE.getAcquire(this) + (int) STATE.getVolatile(this);
    }

    public static void main(String[] args) {
        VarHandleModes shared = new VarHandleModes();
        new Thread(shared::setOk).start();
        System.out.println(shared.getOk());
    }
}
