/** The JVM calls finalize of what it may collect. */
@SuppressWarnings({"removal", "deprecation"})
public class Finalizers {
    static class A {
        @Override
        protected void finalize() {  // reached
            see(this);  // points to: A@18
        }
    }

    static class Never {
        @Override
        protected void finalize() {  // unreached
        }
    }

    public static void main(String[] args) {
        new A();
    }

    static void see(Object o) {}
}
