// context: ci 1obj 2obj 3obj auto

/** Two lists that keep their elements in a node of their own: that needs a heap context. */
public class ContextPair {
    static class A {}

    static class B {}

    static class Node {
        private Object value;

        void set(Object value) {
            this.value = value;
        }

        Object get() {
            return value;
        }
    }

    static class Box {
        private final Node node = new Node();

        void set(Object content) {
            node.set(content);
        }

        Object get() {
            return node.get();
        }
    }

    public static void main(String[] args) {
        Box first = new Box();
        Box second = new Box();
        first.set(new A());
        second.set(new B());
        see(first.get());  // points to: A@36; points to (ci, 1obj): A@36 B@37
        see(second.get());  // points to: B@37; points to (ci, 1obj): A@36 B@37
    }

    static void see(Object o) {}
}
