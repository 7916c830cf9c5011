package ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Calls of all kinds, inner classes, lambdas, strings. */
public final class Objects {
    interface Shape {
        int area();
        default int twice() { return 2 * area(); }
        static Shape square(int a) { return () -> a * a; }
    }

    interface Named { default String name() { return "named"; } }

    static abstract class Base implements Shape, Named {
        final int a;
        static int made;
        Base(int a) { this.a = a; made++; init(); }
        void init() { }
        @Override public String toString() { return name() + a + ":" + area(); }
    }

    static final class Rectangle extends Base {
        int b = 3;
        Rectangle(int a) { super(a); b += a; }
        @Override void init() { b = 100; }
        @Override public int area() { return a * b; }
        @Override public int twice() { return super.twice() + super.twice(); }
        @Override public String name() { return "rectangle of " + super.name(); }
    }

    static class Circle extends Base {
        Circle(int a) { super(a); }
        @Override public int area() { return 3 * a * a; }
        private int secret() { return a; }
        class Inner {
            int b = secret() + 1;
            int sum() { return a + b + Circle.this.a; }
            class Deeper { int all() { return sum() + a + b; } }
        }
    }

    static {
        Base.made = 10;
    }

    public static String dispatch(int a) {
        Base[] all = {new Rectangle(a), new Circle(a)};
        String result = "";
        for (Base it : all) result += it + "," + it.twice() + ";";
        return result;
    }

    public static int inner(int a) {
        Circle circle = new Circle(a);
        Circle.Inner inner = circle.new Inner();
        inner.b++;
        return inner.sum() + inner.new Deeper().all();
    }

    public static int anonymous(int a) {
        int[] counter = {0};
        Shape shape = new Shape() {
            int calls = a;
            @Override public int area() { counter[0]++; return calls++; }
        };
        return shape.twice() + shape.area() * 10 + counter[0] * 100;
    }

    public static int lambdas(int a) {
        int b = a + 1;
        IntBinaryOperator add = (x, y) -> x * b + y - a;
        IntSupplier constant = () -> 42;
        Shape square = Shape.square(a);
        Runnable none = () -> { };
        none.run();
        return add.applyAsInt(3, 4) + constant.getAsInt() + square.area() + square.twice();
    }

    public static String references(int a, String b) {
        Function<String, Integer> length = String::length;
        Supplier<String> bound = b::toString;
        IntFunction<int[]> array = int[]::new;
        Function<Integer, Circle> make = Circle::new;
        BiFunction<Integer, Integer, Integer> max = Math::max;
        Function<Integer, Integer> then = make.andThen(Circle::area);
        return length.apply(b) + bound.get() + array.apply(a & 7).length + make.apply(a).a + max.apply(a, 5)
                + then.apply(a) + length.compose((Object o) -> o.toString()).apply(b);
    }

    private int state = 5;

    private IntSupplier capturing(int a) { return () -> state += a; }

    public static int capturesThis(int a) {
        Objects it = new Objects();
        IntSupplier s = it.capturing(a);
        return s.getAsInt() * 100 + s.getAsInt() + it.state;
    }

    public static String concat(int a, long b, String c) {
        char d = (char) ('a' + (a & 15));
        boolean e = a > b;
        Object f = c;
        return a + " " + b + c + d + e + f + null + 1.5 + 2.5f + 'x' + (byte) a + '\1' + "\2" + (a + b);
    }

    public static String builder(int a) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < (a & 7); i++) out.append(i).append(',').append((Object) "x").append(i > 2);
        return out.reverse().toString();
    }

    public static int characters(String a) {
        int total = 0;
        for (int i = 0; i < a.length(); i++) {
            char c = a.charAt(i);
            total = total * 31 + (c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
        }
        return total - a.hashCode() + a.indexOf('n') + a.substring(a.length() / 2).length();
    }

    public static int boxes(int a) {
        Integer x = a;
        Integer y = a;
        Long z = (long) a;
        x++;
        x += y;
        Object o = true ? x : "no";
        return (y == Integer.valueOf(a) ? 1 : 0) + x.hashCode() + z.intValue() + (x.equals(y) ? 100 : 0)
                + (z.equals(y) ? 1000 : 0) + o.hashCode();
    }

    public static int lists(int n) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < (n & 31); i++) list.add(i * n);
        int total = 0;
        for (Integer it : list) total += it;
        if (!list.isEmpty()) list.remove(0);
        return total + list.size() + list.indexOf(n);
    }

    public static int maps(int n) {
        Map<String, Integer> map = new HashMap<>();
        for (int i = 0; i < (n & 31); i++) map.merge("key" + i % 5, i, Integer::sum);
        int total = 0;
        for (Map.Entry<String, Integer> it : map.entrySet()) total = total * 7 + it.getValue() + it.getKey().length();
        return total + map.getOrDefault("key3", -1) + (map.containsKey("no") ? 1 : 0);
    }

    static final class Lazy {
        static final int VALUE;
        static { log += "init;"; VALUE = log.length(); }
        static void touch() { }
    }

    static class Parent { static { log += "parent;"; } static int x = 1; }
    static class Child extends Parent { static { log += "child;"; } static int y = 2; }

    static String log = "";

    public static String initialization(int a) {
        log += a + ":";
        if (a == 1) Lazy.touch();
        if (a == 7) return log + Child.x + log + Child.y + log;
        return log + (a == 1 ? Lazy.VALUE : 0);
    }

    private static <T extends Comparable<T>> T greater(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }

    public static int generics(int a, int b) { return greater(a, b); }
}
