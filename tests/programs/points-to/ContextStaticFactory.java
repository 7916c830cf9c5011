// context: ci 1obj 2obj auto

/** A static method has the context of its caller: what it makes for two objects stays two. */
public class ContextStaticFactory {
    static class A {}

    static class B {}

    static class Node {
        Object value;
    }

    static Node make(Object value) {
        Node node = new Node();
        node.value = value;
        return node;
    }

    static class Box {
        private Node node;

        void set(Object content) {
            node = make(content);
        }

        Object get() {
            return node.value;
        }
    }

    public static void main(String[] args) {
        Box first = new Box();
        Box second = new Box();
        first.set(new A());
        second.set(new B());
        see(first.get());  // points to: A@34; points to (ci, 1obj): A@34 B@35
        see(second.get());  // points to: B@35; points to (ci, 1obj): A@34 B@35
    }

    static void see(Object o) {}
}
