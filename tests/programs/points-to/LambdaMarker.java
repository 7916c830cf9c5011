import java.util.function.Supplier;

/** A lambda with a marker interface: a cast to the marker lets it pass, and a default method is called. */
public class LambdaMarker {
    interface Marker {
        default Object mark() {  // reached
            return this;
        }
    }

    interface Other {}

    static class A {}

    public static void main(String[] args) {
        Supplier<Object> marked = (Supplier<Object> & Marker) () -> new A();
        Supplier<Object> plain = () -> null;
        Object either = args.length == 0 ? marked : plain;
        see(marked.get());  // points to: A@16; calls: lambda@16
        if (either instanceof Marker) {
            see((Marker) either);  // points to: lambda@16
            see(((Marker) either).mark());  // points to: lambda@16; calls: Marker.mark
        }
        if (either instanceof Other) {
            see((Other) either);  // points to: nothing
        }
    }

    static void see(Object o) {}
}
