import java.io.Serializable;
import java.util.function.Supplier;

/** A serializable lambda: made by altMetafactory, and the class has a $deserializeLambda$. */
public class LambdaSerializable {
    static class A implements Serializable {}

    interface Stored extends Supplier<Object>, Serializable {}

    public static void main(String[] args) {
        A a = new A();
        Stored stored = () -> a;
        see(stored.get());  // points to: A@11; calls: lambda@12
        Supplier<Object> cast = (Supplier<Object> & Serializable) a::toString;
        see(cast);  // points to: lambda@14
        see(cast.get());  // points to: String
    }

    static void see(Object o) {}
}
