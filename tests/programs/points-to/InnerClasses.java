// exact: 1obj 2obj auto

/** Inner classes see their outer object; local classes see the locals they capture. */
public class InnerClasses {
    private final Object held;

    InnerClasses(Object held) {
        this.held = held;
    }

    class Inner {
        Object outerHeld() {
            return held;
        }

        class Innermost {
            InnerClasses outermost() {
                return InnerClasses.this;
            }
        }
    }

    static class A {}

    static class B {}

    static Object local(Object captured) {
        class Local {
            Object get() {
                return captured;
            }
        }
        return new Local().get();
    }

    public static void main(String[] args) {
        InnerClasses first = new InnerClasses(new A());
        InnerClasses second = new InnerClasses(new B());
        Inner inner = first.new Inner();
        see(inner.outerHeld());  // points to: A@37; calls: Inner.outerHeld
        see(second.new Inner().outerHeld());  // points to: B@38
        see(second.new Inner().new Innermost().outermost());  // points to: InnerClasses@38
        see(local(first));  // points to: InnerClasses@37
    }

    static void see(Object o) {}
}
