import java.util.concurrent.atomic.AtomicReferenceArray;

/** AtomicReferenceArray keeps elements through a VarHandle. */
public class AtomicArrays {
    static class A {}

    public static void main(String[] args) {
        AtomicReferenceArray<Object> array = new AtomicReferenceArray<>(2);
        array.set(0, new A());
        array.compareAndSet(1, null, new A());
        see(array.get(0));  // points to: A@9 A@10
        see(array.getAndSet(1, null));  // points to: A@9 A@10
    }

    static void see(Object o) {}
}
