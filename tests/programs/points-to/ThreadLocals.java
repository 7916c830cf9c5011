/** A ThreadLocal gives what was set or its initial value. */
public class ThreadLocals {
    static class A {}

    static class B {}

    public static void main(String[] args) {
        ThreadLocal<Object> first = ThreadLocal.withInitial(() -> new A());
        see(first.get());  // points to at least: A@8
        ThreadLocal<Object> second = new ThreadLocal<>();
        second.set(new B());
        see(second.get());  // points to at least: B@11
    }

    static void see(Object o) {}
}
