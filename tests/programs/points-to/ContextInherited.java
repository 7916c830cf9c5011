// context: auto

/**
 * A method that classes inherit has a few contexts, and then one for each class: what objects of one class get does not
 * come to those of another, however many places make them.
 */
public class ContextInherited {
    static class A {}

    static class B {}

    abstract static class Box {
        private Object held;

        Object swap(Object given) {
            Object before = held;
            held = given;
            return before;
        }

        Object same(Object given) {
            Object[] kept = {given};
            return kept[0];
        }
    }

    static class OfA extends Box {}

    static class OfB extends Box {}

    public static void main(String[] args) {
        Box[] ofA = {new OfA(), new OfA(), new OfA(), new OfA(), new OfA(), new OfA(), new OfA(), new OfA()};
        Box[] ofB = {new OfB(), new OfB(), new OfB(), new OfB(), new OfB(), new OfB(), new OfB(), new OfB()};
        for (Box box : ofA) {
            see(box.swap(new A()));  // points to: A@35
            see(box.same(new A()));  // points to: A@36
        }
        for (Box box : ofB) {
            see(box.swap(new B()));  // points to: B@39
            see(box.same(new B()));  // points to: B@40
        }
    }

    static void see(Object o) {}
}
