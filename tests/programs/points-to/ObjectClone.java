/** Object.clone makes an object of the same class, with the same contents. */
public class ObjectClone {
    static class A {}

    static class Node implements Cloneable {
        Object value;

        @Override
        protected Node clone() {
            try {
                return (Node) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Leaf extends Node {}

    public static void main(String[] args) {
        Node node = new Leaf();
        node.value = new A();
        Node copy = node.clone();  // calls: Node.clone
        see(copy);  // points to: Leaf@11
        see(copy.value);  // points to: A@22 A@26
        copy.value = new A();
        see(copy.value);  // points to: A@22 A@26
        see(node.value);  // points to: A@22
    }

    static void see(Object o) {}
}
