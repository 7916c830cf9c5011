import java.util.Arrays;

/** System.arraycopy copies elements, within the type of the target. */
public class ArrayCopy {
    static class A {}

    static class B extends A {}

    public static void main(String[] args) {
        Object[] source = {new A(), new B()};
        Object[] target = new Object[2];
        System.arraycopy(source, 0, target, 0, 2);
        see(target[1]);  // points to: A@10 B@10
        Object[] strings = new B[2];
        try {
            System.arraycopy(source, 0, strings, 0, 2);
        } catch (ArrayStoreException e) {
            see(strings[0]);  // points to: B@10
        }
        Object[] other = {new A()};
        see(Arrays.copyOf(other, 3)[0]);  // points to: A@20
        see(other[0]);  // points to: A@20
        see(source[0]);  // points to: A@10 B@10
        A[] grown = new A[0];
        grown = Arrays.copyOf(grown, 1);
        grown[0] = new B();
        see(grown[0]);  // points to: B@26
        A[] cloned = new A[0].clone();
        see(cloned.length == 0 ? null : cloned[0]);  // points to: nothing
    }

    static void see(Object o) {}
}
