/** The clone of an array is another array, with the same elements. */
public class ArrayClone {
    static class A {}

    public static void main(String[] args) {
        A[] array = {new A()};
        A[] cloned = array.clone();
        see(cloned);  // points to: A[]@7
        see(cloned[0]);  // points to: A@6 A@10
        cloned[0] = new A();
        see(cloned[0]);  // points to: A@6 A@10
        see(array[0]);  // points to: A@6
        A[][] nested = {array};
        see(nested.clone()[0]);  // points to: A[]@6
    }

    static void see(Object o) {}
}
