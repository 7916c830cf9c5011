// exact: 1obj 2obj auto

import java.util.concurrent.atomic.AtomicReference;

/** AtomicReference keeps what is set, whichever way; two of them stay apart. */
public class AtomicReferences {
    static class A {}

    static class B {}

    static class C {}

    public static void main(String[] args) {
        AtomicReference<Object> first = new AtomicReference<>();
        AtomicReference<Object> second = new AtomicReference<>(new B());
        first.set(new A());
        see(first.get());  // points to: A@16 C@18
        first.compareAndSet(null, new C());
        see(first.get());  // points to: A@16 C@18
        see(second.get());  // points to: B@15 C@21
        see(second.updateAndGet(old -> new C()));  // points to: C@21
        see(first.getAndSet(null));  // points to: A@16 C@18
    }

    static void see(Object o) {}
}
