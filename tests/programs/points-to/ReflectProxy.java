import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A call on a proxy goes to its handler, with the method and the arguments. */
public class ReflectProxy {
    interface Greeter {
        Object greet(Object who);
    }

    interface Other {
        void never();
    }

    static class A {}

    static class Handler implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {  // reached
            see(this);  // points to: Handler@29
            see(arguments[0]);  // points to: A@31
            return arguments[0];
        }
    }

    public static void main(String[] args) {
        ClassLoader loader = ReflectProxy.class.getClassLoader();
        Class<?>[] types = {Greeter.class};
        Object proxy = Proxy.newProxyInstance(loader, types, new Handler());
        Greeter greeter = (Greeter) proxy;
        see(greeter.greet(new A()));  // points to: A@31
        if (proxy instanceof Other) {
            see((Other) proxy);  // points to: nothing
        }
    }

    static void see(Object o) {}
}
