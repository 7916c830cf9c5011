// alone: any class of its package may be meant

package points.names;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Names of classes put together from the package of a known class and a rest that is computed. What is made
 * is cast at once: what the cast refuses is not made.
 */
public class ReflectPackageNames {
    abstract static class Store {}

    static class Weak extends Store {
        Weak() {  // reached
            see(this);  // points to: Weak@39 Weak@46
        }
    }

    static class Strong extends Store {
        Strong() {  // reached
            see(this);  // points to: Strong@39 Strong@46
        }
    }

    /** Of the same package, but no store. */
    static class Unrelated {
        Unrelated() {  // unreached
            see(this);
        }
    }

    static Object byHandle(String rest) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        String name = ReflectPackageNames.class.getPackageName() + "." + rest;
        Class<?> found = lookup.findClass(name); // unresolved
        MethodType type = MethodType.methodType(void.class);
        Store made = (Store) lookup.findConstructor(found, type).invoke();
        return made;
    }

    static Object byConstructor(String rest) throws Exception {
        String name = Store.class.getPackage().getName() + '.' + rest;
        Class<?> found = Class.forName(name); // unresolved
        Store made = (Store) found.getDeclaredConstructor().newInstance();
        return made;
    }

    static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    public static void main(String[] args) throws Throwable {
        see(byHandle(reversed("kaeW$semaNegakcaPtcelfeR")));  // points to: Strong@39 Weak@39
        see(byConstructor(reversed("gnortS$semaNegakcaPtcelfeR")));  // points to: Strong@46 Weak@46
    }

    static void see(Object o) {}
}
