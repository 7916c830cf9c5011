import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;

/** doPrivileged runs the action and gives its result. */
@SuppressWarnings("removal")
public class DoPrivileged {
    static class A {}

    static class Work implements PrivilegedExceptionAction<Object> {
        @Override
        public Object run() {  // reached
            return new A();
        }
    }

    public static void main(String[] args) throws Exception {
        see(AccessController.doPrivileged((PrivilegedAction<Object>) () -> new A()));  // points to: A@18
        see(AccessController.doPrivileged(new Work()));  // points to: A@13
    }

    static void see(Object o) {}
}
