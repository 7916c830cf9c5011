import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** VarHandle accesses are accesses to the field, with their mode. */
public class VarHandleModes {
    static class Node {
        Object value;
        static Object shared;
    }

    static final VarHandle VALUE;
    static final VarHandle SHARED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            VALUE = lookup.findVarHandle(Node.class, "value", Object.class);
            SHARED = lookup.findStaticVarHandle(Node.class, "shared", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static class A {}

    public static void main(String[] args) {
        Node plain = new Node();
        Object a = new A();
        VALUE.set(plain, a);  // accesses: Node.value set
        see(plain.value);  // points to: A@28
        Node released = new Node();
        Object b = new A();
        VALUE.setRelease(released, b);  // accesses: Node.value setRelease
        see(VALUE.getAcquire(released));  // points to: A@32; accesses: Node.value getAcquire
        Node swapped = new Node();
        Object c = new A();
        VALUE.compareAndSet(swapped, null, c);  // accesses: Node.value compareAndSet
        see(VALUE.getVolatile(swapped));  // points to: A@36 A@39; accesses: Node.value getVolatile
        Object d = new A();
        see(VALUE.getAndSet(swapped, d));  // points to: A@36 A@39; accesses: Node.value getAndSet
        VALUE.setOpaque(swapped, d);  // accesses: Node.value setOpaque
        SHARED.setVolatile(d);  // accesses: Node.shared setVolatile
        see(Node.shared);  // points to: A@39
        see(SHARED.get());  // points to: A@39; accesses: Node.shared get
        see(plain.value);  // points to: A@28
    }

    static void see(Object o) {}
}
