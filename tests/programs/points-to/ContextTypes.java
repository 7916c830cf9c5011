// context: 1type 1obj

/** Type sensitivity tells objects apart by the class that makes them. */
public class ContextTypes {
    static class A {}

    static class B {}

    static class C {}

    static class Box {
        private Object content;

        void set(Object content) {
            this.content = content;
        }

        Object get() {
            return content;
        }
    }

    static class First {
        Box box() {
            return new Box();
        }
    }

    static class Second {
        Box box() {
            return new Box();
        }

        Box another() {
            return new Box();
        }
    }

    public static void main(String[] args) {
        Box first = new First().box();
        Box second = new Second().box();
        Box third = new Second().another();
        first.set(new A());
        second.set(new B());
        third.set(new C());
        see(first.get());  // points to: A@43
        see(second.get());  // points to: B@44; points to (1type): B@44 C@45
        see(third.get());  // points to: C@45; points to (1type): B@44 C@45
    }

    static void see(Object o) {}
}
