/** Generic classes, bounded methods, and the bridges that erasure needs. */
public class Generics {
    static class A {}

    static class B extends A {}

    abstract static class Transformer<X, Y> {
        abstract Y apply(X given);

        Y twice(X given) {
            apply(given);
            return apply(given);
        }
    }

    static class Maker extends Transformer<A, B> {
        @Override
        B apply(A given) {  // reached
            see(given);  // points to: A@37
            return new B();
        }
    }

    static <T extends Comparable<T>> T greater(T left, T right) {
        return left.compareTo(right) > 0 ? left : right;
    }

    static class Size implements Comparable<Size> {
        @Override
        public int compareTo(Size other) {  // reached
            see(other);  // points to: Size@41
            return 0;
        }
    }

    public static void main(String[] args) {
        A a = new A();
        Transformer<A, B> maker = new Maker();
        see(maker.twice(a));  // points to: B@20
        Size left = new Size();
        Size right = new Size();
        see(greater(left, right));  // points to: Size@40 Size@41
    }

    static void see(Object o) {}
}
