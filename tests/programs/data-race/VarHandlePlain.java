import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The plain mode of a VarHandle is a plain access. */
public class VarHandlePlain {
    private static final VarHandle STATE;
    private int state;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(VarHandlePlain.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void setBad() {
        STATE.set(this, 1);  // expect: data-race VarHandlePlain.state
    }

    int get() {
        return (int) STATE.get(this);
    }

    public static void main(String[] args) {
        VarHandlePlain shared = new VarHandlePlain();
        new Thread(shared::setBad).start();
        System.out.println(shared.get());
    }
}
