package ir;

/** Pattern switches and record patterns of Java 21. */
public final class Patterns {
    sealed interface Shape permits Circle, Box, Group { }
    record Circle(int radius) implements Shape { }
    record Box(int width, long height) implements Shape { }
    record Group(Shape first, Shape second) implements Shape { }

    enum Level { LOW, HIGH }

    private static long area(Shape shape) {
        return switch (shape) {
            case Circle(int r) when r > 10 -> -1;
            case Circle(var r) -> 3L * r * r;
            case Box(int w, long h) -> w * h;
            case Group(Circle(int a), Circle(int b)) -> a * 1000 + b;
            case Group(Shape a, Shape b) -> area(a) + area(b);
        };
    }

    public static long shapes(int a) {
        return area(new Group(new Circle(a), new Group(new Box(a, 5), new Circle(2))))
                + area(new Group(new Circle(a), new Circle(3)));
    }

    private static String describe(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + i;
            case String s when s.isEmpty() -> "empty";
            case String s -> "string " + s.length();
            case int[] array -> "array " + array.length;
            case Level level -> level.name();
            default -> "other";
        };
    }

    public static String objects(int a, String b) {
        return describe(a) + describe(b) + describe(new int[a & 3]) + describe(Level.HIGH) + describe(1L) + describe(null);
    }

    public static int strings(String a) {
        return switch (a) {
            case null -> -1;
            case "one" -> 1;
            case String s when s.length() > 3 -> s.length();
            case "Aa", "BB" -> 2;
            default -> 0;
        };
    }

    public static int enums(int a) {
        Level level = a == 0 ? null : Level.values()[a & 1];
        return switch (level) {
            case null -> 7;
            case LOW -> 1;
            case HIGH -> 2;
        };
    }

    public static int deconstructed(int a) {
        Object o = new Group(new Box(a, a + 1L), new Circle(a));
        if (o instanceof Group(Box(int w, long h), Circle c) && w > 2) return (int) (w * h) + c.radius();
        return o instanceof Group(var x, var y) && y instanceof Circle(int r) ? r : 0;
    }

    record Bad(int value) {
        @Override public int value() { throw new IllegalStateException(); }
    }

    public static int failingAccessor(int a) {
        Object o = a > 0 ? new Bad(a) : "x";
        try {
            return o instanceof Bad(int v) ? v : 5;
        } catch (MatchException e) {
            return e.getCause() instanceof IllegalStateException ? 6 : 7;
        }
    }
}
