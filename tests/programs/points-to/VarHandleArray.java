import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A VarHandle of array elements. */
public class VarHandleArray {
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(Object[].class);

    static class A {}

    public static void main(String[] args) {
        Object[] first = new Object[1];
        Object[] second = new Object[1];
        ELEMENTS.setVolatile(first, 0, new A());  // accesses: elements setVolatile
        ELEMENTS.compareAndSet(second, 0, null, new A());  // accesses: elements compareAndSet
        see(first[0]);  // points to: A@13
        see(ELEMENTS.getAcquire(second, 0));  // points to: A@14; accesses: elements getAcquire
    }

    static void see(Object o) {}
}
