import java.util.ArrayList;
import java.util.List;

/** Plain calls: static, special, virtual, interface; recursion, constructors, bridges, arrays. */
public class Calls {
    public static void main(String[] args) { // jdk -> callback Calls.main
        staticOnes(); // -> call Calls.staticOnes
        virtualOnes(); // -> call Calls.virtualOnes
        constructors(); // -> call Calls.constructors
        jdkReceivers(); // -> call Calls.jdkReceivers
        arrays(); // -> call Calls.arrays
        sameNames(); // -> call Calls.sameNames
        System.exit(3); // -> call java.lang.System.exit
    }

    static void staticOnes() {
        int sum = fib(6); // -> call Calls.fib
        long wide = wide(1L, 2.0, sum, "x"); // -> call Calls.wide
        System.out.println(wide); // -> call java.io.PrintStream.println
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2); // -> call Calls.fib
    }

    static long wide(long a, double b, int c, String d) {
        return a + (long) b + c + d.length(); // -> call java.lang.String.length
    }

    interface Shape {
        double area();

        default String name(long a, int b) {
            return getClass().getName(); // -> call java.lang.Object.getClass, call java.lang.Class.getName
        }
    }

    static class Square implements Shape { // -> call java.lang.Object.<init>
        public double area() {
            return 4;
        }

        String own() {
            return "square";
        }
    }

    static class Special extends Square { // -> call Calls$Square.<init>
        @Override
        public double area() {
            return super.area() + 1; // -> call Calls$Square.area
        }

        @Override
        public String name(long a, int b) {
            return "special " + super.name(a, b).length(); // -> call Calls$Shape.name, call java.lang.String.length
        }

        @Override
        String own() {
            return hidden(); // -> call Calls$Special.hidden
        }

        private String hidden() {
            return "special";
        }

        @Override
        public String toString() {
            return super.toString().isEmpty() ? "" : "s"; // -> call java.lang.Object.toString, call java.lang.String.isEmpty
        }
    }

    static class Never extends Square {
        @Override
        public double area() {
            return 0;
        }
    }

    static void virtualOnes() {
        Square square = new Square(); // -> new Calls$Square, call Calls$Square.<init>
        Special special = new Special(); // -> new Calls$Special, call Calls$Special.<init>
        square.own(); // -> call Calls$Square.own
        Square either = special;
        either.own(); // -> call Calls$Special.own
        for (Shape shape : new Shape[] {square, special}) { // -> new [LCalls$Shape;
            shape.area(); // -> call Calls$Square.area, call Calls$Special.area
            shape.name(1, 2); // -> call Calls$Shape.name, call Calls$Special.name
            shape.toString(); // -> call java.lang.Object.toString, call Calls$Special.toString
        }
        Box<String> box = new Words(); // -> new Calls$Words, call Calls$Words.<init>
        box.put("a"); // -> call Calls$Words.put
        box.put("a", 1, 2L); // -> call Calls$Box.put
    }

    static class Box<T> { // -> call java.lang.Object.<init>
        void put(T t) {}

        void put(T t, int i, long l) {}
    }

    static class Words extends Box<String> { // -> call Calls$Box.<init>, call Calls$Words.put
        @Override
        void put(String s) {}
    }

    static class Pair {
        final Object left;

        Pair(Object left, Object right) { // -> call java.lang.Object.<init>
            this.left = left;
        }

        Pair(Object both) {
            this(both, next(both)); // -> call Calls.next, call Calls$Pair.<init>
        }
    }

    static Object next(Object o) {
        return o;
    }

    class Inner { // -> call java.lang.Object.<init>, {25:call java.util.Objects.requireNonNull}
        String outer() {
            return Calls.this.title(); // -> call Calls.title
        }
    }

    private String title() {
        return "title";
    }

    Calls() {} // -> call java.lang.Object.<init>

    static void constructors() {
        new Pair(new Pair(next("a")), next(new Pair("b", "c"))); // -> new Calls$Pair, call Calls$Pair.<init>, call Calls.next
        Inner inner = new Calls().new Inner(); // -> new Calls, call Calls.<init>, new Calls$Inner, call Calls$Inner.<init>
        inner.outer(); // -> call Calls$Inner.outer
        Shape local = // -> new Calls$1, call Calls$1.<init>
                new Shape() { // -> call java.lang.Object.<init>
                    public double area() {
                        return inner.outer().length(); // -> call Calls$Inner.outer, call java.lang.String.length
                    }
                };
        local.area(); // -> call Calls$1.area
    }

    static class Names extends ArrayList<String> { // -> call java.util.ArrayList.<init>
        @Override
        public int size() {
            return super.size(); // -> call java.util.ArrayList.size
        }
    }

    static void jdkReceivers() {
        List<String> plain = new ArrayList<>(); // -> new java.util.ArrayList, call java.util.ArrayList.<init>
        List<String> names = new Names(); // -> new Calls$Names, call Calls$Names.<init>
        for (List<String> list : new List[] {plain, names}) { // -> new [Ljava.util.List;
            list.add("x"); // -> call java.util.ArrayList.add
            list.size(); // -> call java.util.ArrayList.size, call Calls$Names.size
            list.containsAll(null == list ? list : plain); // -> call java.util.AbstractCollection.containsAll
        }
        Names.class.cast(names).isEmpty(); // -> call java.lang.Class.cast, call java.util.ArrayList.isEmpty
        Object nothing = null;
        try {
            nothing.hashCode();
        } catch (NullPointerException expected) {
            expected.getCause(); // -> call java.lang.Throwable.getCause
        }
    }

    static void arrays() {
        int[] one = new int[2]; // -> new [I
        String[][] two = new String[2][3]; // -> new [[Ljava.lang.String;
        Object[][] half = new Object[2][]; // -> new [[Ljava.lang.Object;
        one.clone(); // -> call java.lang.Object.clone
        two.clone(); // -> call java.lang.Object.clone
        try {
            Object never = new Calls[-1];
        } catch (NegativeArraySizeException expected) {
            return;
        }
    }

    /** The JDK calls a method of the same name and type as the one that was called on it. */
    static void sameNames() {
        List<Object> list = new ArrayList<>(); // -> new java.util.ArrayList, call java.util.ArrayList.<init>
        list.add(new Item()); // -> new Calls$Item, call Calls$Item.<init>, call java.util.ArrayList.add
        Object[] both = {list, new Item(), list}; // -> new [Ljava.lang.Object;, new Calls$Item, call Calls$Item.<init>
        for (Object object : both) {
            object.hashCode(); // -> call java.util.ArrayList.hashCode, call Calls$Item.hashCode
        }
        list.hashCode(); // -> call java.util.ArrayList.hashCode
    }

    static class Item { // -> call java.lang.Object.<init>
        @Override
        public int hashCode() { // jdk -> callback Calls$Item.hashCode
            return 1;
        }
    }
}
