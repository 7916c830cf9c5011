import java.lang.reflect.Method;

/** Method.invoke: static and virtual, with arguments and result. */
public class ReflectMethod {
    static class A {
        public Object self() {  // reached
            return this;
        }
    }

    static class B extends A {
        @Override
        public Object self() {  // reached
            return new Object();
        }

        public Object self(Object other) {  // unreached
            return other;
        }
    }

    public static Object first(Object one, Object two) {  // reached
        see(two);  // points to: A@38 B@39
        return one;
    }

    static class C {
        private Object hidden() {  // reached
            return this;
        }

        public Object other() {  // unreached
            return this;
        }
    }

    public static void main(String[] args) throws Exception {
        A a = new A();
        B b = new B();
        Method self = A.class.getMethod("self");
        see(self.invoke(b));  // points to: Object@14
        Method again = A.class.getMethod("self");
        see(again.invoke(a));  // points to: A@38
        Method first = ReflectMethod.class.getMethod("first", Object.class, Object.class);
        see(first.invoke(null, a, b));  // points to: A@38 B@39
        Method hidden = C.class.getDeclaredMethod("hidden");
        see(hidden.invoke(new C()));  // points to: C@47
    }

    static void see(Object o) {}
}
