import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One side uses the VarHandle's volatile mode, the other the field as it is. */
public class VarHandleMixed {
    private static final VarHandle STATE;
    private int state;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(VarHandleMixed.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void set() {
        STATE.setVolatile(this, 1);
    }

    int getBad() {
        return state;  // expect: data-race VarHandleMixed.state
    }

    public static void main(String[] args) {
        VarHandleMixed shared = new VarHandleMixed();
        new Thread(shared::set).start();
        System.out.println(shared.getBad());
    }
}
