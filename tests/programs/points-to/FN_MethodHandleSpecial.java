import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A handle of a super class's method calls just that, whatever the receiver overrides. */
public class FN_MethodHandleSpecial {
    static class A {
        Object self() {
            return this;
        }
    }

    static class B extends A {
        @Override
        Object self() {
            return new Object();
        }

        static MethodHandle above() throws ReflectiveOperationException {
            MethodType type = MethodType.methodType(Object.class);
            return MethodHandles.lookup().findSpecial(A.class, "self", type, B.class);
        }
    }

    public static void main(String[] args) throws Throwable {
        B b = new B();
        MethodHandle above = B.above();
        see(above.invoke(b));  // points to: B@26
    }

    static void see(Object o) {}
}
