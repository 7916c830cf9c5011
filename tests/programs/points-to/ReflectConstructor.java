import java.lang.reflect.Constructor;

/** Constructor.newInstance with arguments, which come in an array: any may be each. */
public class ReflectConstructor {
    public static class Pair {
        final Object left;
        final Object right;

        public Pair(Object left, Object right) {  // reached
            this.left = left;
            this.right = right;
        }

        public Pair() {
            this(null, null);
        }
    }

    static class A {}

    static class B {}

    public static void main(String[] args) throws Exception {
        Constructor<Pair> constructor = Pair.class.getConstructor(Object.class, Object.class);
        Pair pair = constructor.newInstance(new A(), new B());
        see(pair);  // points to: Pair@25
        see(pair.left);  // points to: A@25 B@25
        see(pair.right);  // points to: A@25 B@25
    }

    static void see(Object o) {}
}
