import java.lang.reflect.Field;

/** Field.get and Field.set are accesses to the field, static or not. */
public class ReflectField {
    static class Node {
        Object left;
        Object right;
        static Object shared;
    }

    static class A {}

    static class B {}

    static class C {}

    public static void main(String[] args) throws Exception {
        Field left = Node.class.getDeclaredField("left");
        Field right = Node.class.getDeclaredField("right");
        Field shared = Node.class.getDeclaredField("shared");
        Node node = new Node();
        left.set(node, new A());
        node.right = new B();
        shared.set(null, new C());
        see(node.left);  // points to: A@22
        see(right.get(node));  // points to: B@23
        see(Node.shared);  // points to: C@24
        see(shared.get(null));  // points to: C@24
        see(node.right);  // points to: B@23
    }

    static void see(Object o) {}
}
