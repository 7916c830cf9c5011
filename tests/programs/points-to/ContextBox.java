// context: ci 1obj 2obj 1type 2type auto

/** Two boxes of one class: told apart by the object whose methods run. */
public class ContextBox {
    static class A {}

    static class B {}

    static class Box {
        private Object content;

        void set(Object content) {
            this.content = content;
        }

        Object get() {
            return content;
        }
    }

    public static void main(String[] args) {
        Box first = new Box();
        Box second = new Box();
        first.set(new A());
        second.set(new B());
        see(first.get());  // points to: A@24; points to (ci, 1type, 2type): A@24 B@25
        see(second.get());  // points to: B@25; points to (ci, 1type, 2type): A@24 B@25
    }

    static void see(Object o) {}
}
