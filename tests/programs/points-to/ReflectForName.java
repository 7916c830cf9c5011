package golden;

/** Class.forName with a constant name, and instances made from the class. */
public class ReflectForName {
    static class A {
        static Object loaded = new Object();

        A() {  // reached
            see(this);  // points to: A@26 A@29 A@33
        }
    }

    static class B {
        B() {  // reached
        }
    }

    static class Never {
        Never() {  // unreached
        }
    }

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        Class<?> first = Class.forName("golden.ReflectForName$A");
        see(first.newInstance());  // points to: A@26
        see(A.loaded);  // points to: Object@6
        String name = args.length > 7 ? "golden.ReflectForName$A" : "golden.ReflectForName$B";
        Object either = Class.forName(name).getDeclaredConstructor().newInstance();
        see(either);  // points to: A@29 B@29
        see(Class.forName("golden.ReflectForName$Never"));  // points to exactly: Class
        if (either instanceof B) {
            see(either.getClass().getDeclaredConstructor().newInstance());  // points to: A@33 B@33
        }
    }

    static void see(Object o) {}
}
