package sample;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** What javac makes of the language: test_javap.py compiles this with -g and compares the code. */
public class Bytecodes<T extends Comparable<T>> implements Supplier<T> {
    enum Colour {
        RED,
        GREEN {
            @Override
            int weight() {
                return 7;
            }
        };

        int weight() {
            return ordinal();
        }
    }

    record Point(int x, long y, double... rest) {}

    interface Shape {
        private int hidden() {
            return 1;
        }

        default int area() {
            return hidden();
        }

        static Shape unit() {
            return new Shape() {};
        }
    }

    static final String TEXT = "tab\t quote\" apostrophe' backslash\\ nul\0 é € 😀 \u2028";
    static final float[] FLOATS = {0f, 1f, 2f, -0f, 1e-7f, 3.4028235e38f, Float.NaN, 16777217f};
    static final double[] DOUBLES = {0, 1, -0.0, 1e300, Math.PI, Double.NEGATIVE_INFINITY, 4.9e-324};
    static final long[] LONGS = {0, 1, -5, Long.MIN_VALUE, 1L << 40};

    private T value;
    private volatile int count;

    static int dense(int n) {
        switch (n) {
            case -1:
                return 3;
            case 0:
            case 1:
                return 4;
            case 3:
                return 5;
            default:
                return 6;
        }
    }

    static int sparse(String s) {
        return switch (s) {
            case "a", "b" -> 1;
            case "a much longer label" -> Integer.MAX_VALUE;
            default -> -32769;
        };
    }

    static int onEnum(Colour colour) {
        return switch (colour) {
            case RED -> 1;
            case GREEN -> colour.weight();
        };
    }

    int synchronizedBlocks(List<? extends Number> list) {
        int sum = 0;
        synchronized (this) {
            for (Number number : list) {
                try {
                    sum += number.intValue();
                } catch (ArithmeticException | NullPointerException error) {
                    sum--;
                } finally {
                    count++;
                }
            }
        }
        return sum;
    }

    static long arithmetic(byte b, short s, char c, int i, long l, float f, double d) {
        b += 1;
        s <<= 2;
        c++;
        i = i * 31 % 7 / 3 - ~i ^ b | s & c;
        l = (l << i) >>> 3 >> 1;
        f = -f % 2f;
        d = d > f ? (long) d : (int) f;
        return l < i ? (byte) l : l == 5 ? (char) i : (short) d;
    }

    Object[] arrays(int n) {
        int[][][] cube = new int[n][2][];
        boolean[] flags = new boolean[1];
        flags[0] = !flags[0];
        char[] chars = {'x'};
        chars[0] += 1;
        List<String>[] lists = new List[3];
        return new Object[] {cube, flags, chars, lists, new long[] {1}, cube.clone(), int[].class};
    }

    IntSupplier lambdas(String prefix) {
        Supplier<List<T>> fresh = ArrayList::new;
        Runnable run = () -> System.out.println(prefix + fresh.get() + count + TEXT);
        run.run();
        return prefix::length;
    }

    @Override
    public T get() {
        assert value != null : "no value";
        return value;
    }

    boolean instance(Object o) {
        return o instanceof Point p && p.x() > 0 || o instanceof Shape;
    }
}
