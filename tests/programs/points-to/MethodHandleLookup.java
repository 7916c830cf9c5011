import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Method handles whose lookup is in sight: static, virtual, constructor, special, getter, setter. */
public class MethodHandleLookup {
    static class A {
        Object field;

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

    static Object same(Object given) {
        return given;
    }

    static Object never(Object given) {  // unreached
        return given;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType one = MethodType.methodType(Object.class, Object.class);
        MethodType none = MethodType.methodType(Object.class);
        A a = new A();
        B b = new B();
        MethodHandle same = lookup.findStatic(MethodHandleLookup.class, "same", one);
        see(same.invoke((Object) a));  // points to: A@39
        MethodHandle self = lookup.findVirtual(A.class, "self", none);
        see(self.invokeExact((A) b));  // points to: Object@18
        MethodHandle above = B.above();
        see(above.invoke(b));
        MethodHandle make = lookup.findConstructor(A.class, MethodType.methodType(void.class));
        see(make.invoke());  // points to: A@48
        MethodHandle set = lookup.findSetter(A.class, "field", Object.class);
        MethodHandle get = lookup.findGetter(A.class, "field", Object.class);
        set.invoke(a, (Object) b);
        see(get.invoke(a));  // points to: B@40
        MethodHandle unused = lookup.findStatic(MethodHandleLookup.class, "never", one);
        see(self.bindTo(a).invoke());  // points to: A@39
    }

    static void see(Object o) {}
}
