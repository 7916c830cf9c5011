package ir;

/** What Java got up to 17: records, switch expressions, patterns, text blocks, sealed types. */
public final class Modern {
    record Point(int x, long y, String name) {
        Point {
            if (x < 0) throw new IllegalArgumentException();
            y = y * 2;
        }
        static int made(int a) { return a; }
        long sum() { return x + y; }
    }

    record Pair<A>(A left, double right) { }

    sealed interface Node permits Leaf, Sum { }
    record Leaf(int value) implements Node { }
    record Sum(Node left, Node right) implements Node { }

    enum Level { LOW, MIDDLE, HIGH }

    public static String records(int a, String b) {
        Point p = new Point(a, a + 1L, b);
        Point q = new Point(a, a + 1L, b);
        return p + " " + p.equals(q) + (p.hashCode() == q.hashCode()) + p.equals(null) + p.sum()
                + p.equals(new Point(a, 0, b)) + new Pair<>(b, 1.5);
    }

    public static int recordHash(int a) { return new Leaf(a).hashCode() + new Sum(new Leaf(a), null).hashCode(); }

    private static int evaluate(Node node) {
        if (node instanceof Leaf leaf) return leaf.value();
        if (node instanceof Sum sum && sum.left() instanceof Leaf leaf && leaf.value() > 3) {
            return leaf.value() * 10 + evaluate(sum.right());
        }
        return node instanceof Sum sum ? evaluate(sum.left()) + evaluate(sum.right()) : -1;
    }

    public static int patterns(int a) { return evaluate(new Sum(new Leaf(a), new Sum(new Leaf(2), new Leaf(a / 2)))); }

    public static int switchExpression(int a) {
        int x = switch (a & 7) {
            case 0, 1 -> 10;
            case 2 -> { int y = a * 2; yield y + 1; }
            case 3 -> throw new IllegalStateException();
            default -> { try { yield 12 / (a - 5); } catch (ArithmeticException e) { yield -3; } }
        };
        return 1000 + x * switch (Level.values()[a & 1]) { case LOW -> 2; case MIDDLE -> 3; case HIGH -> 4; };
    }

    public static String stringSwitchExpression(String a) {
        return "<" + switch (a) { case "one", "Aa" -> "first"; case "BB" -> a + a; default -> a.length() + ""; } + ">";
    }

    public static String text(int a) {
        return """
            line %s
              "quoted" \
            joined
            """.concat("" + a);
    }

    interface Privately {
        private int hidden(int a) { return a + 1; }
        private static int both(int a) { return a * 2; }
        default int shown(int a) { return hidden(a) + both(a); }
    }

    public static int privateInterfaceMethods(int a) { return new Privately() { }.shown(a); }

    public static int localTypes(int a) {
        record Local(int value) { int plus(int b) { return value + b; } }
        enum Kind { A, B }
        var local = new Local(a);
        return local.plus(Kind.B.ordinal()) + local.value();
    }
}
