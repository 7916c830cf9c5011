// since: 21

/** Record patterns take values out through the accessors, also nested ones. */
public class RecordPattern {
    static class A {}

    static class B {}

    record Box(Object content) {
        @Override
        public Object content() {  // reached
            return content;
        }
    }

    record Pair(Object left, Box right) {}

    static void test(Object given) {
        if (given instanceof Pair(A left, Box(B inner))) {
            see(left);  // points to: A@34
            see(inner);  // points to: B@35
        }
        switch (given) {
            case Pair(B never, Box right) -> see(never);  // points to: nothing
            case Pair(var left, Box(var inner)) -> {
                see(left);  // points to: A@34
                see(inner);  // points to: B@35
            }
            default -> see(given);  // points to: Pair@36
        }
    }

    public static void main(String[] args) {
        A a = new A();
        B b = new B();
        test(new Pair(a, new Box(b)));
    }

    static void see(Object o) {}
}
