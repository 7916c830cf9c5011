/** An array of a subtype passes for an array of the super type; only what fits gets in. */
public class ArraysCovariant {
    static class A {}

    static class B extends A {}

    static class C extends A {}

    static void fill(A[] array, A value) {
        try {
            array[0] = value;
        } catch (ArrayStoreException e) {
            see(e);
        }
    }

    public static void main(String[] args) {
        B[] narrow = new B[1];
        A[] wide = new A[1];
        A b = new B();
        A c = new C();
        fill(narrow, b);
        fill(narrow, c);
        fill(wide, c);
        see(narrow[0]);  // points to: B@20
        see(wide[0]);  // points to: B@20 C@21
        Object[] any = args.length > 7 ? narrow : wide;
        see(any[0]);  // points to: B@20 C@21
    }

    static void see(Object o) {}
}
