package ir;

/** What javac makes with dup and its kin, fields, arrays, increments, and reused slots. */
public final class Stack {
    int i;
    long j;
    double d;
    byte b;
    char c;
    String s = "s";
    Stack next;
    static int si;
    static long sj;
    static double sd;
    static short ss;
    static String text = "";
    static int[] shared = new int[4];

    private static int index(int a) { si++; return a & 3; }

    public static long longArray(int a, long b) {
        long[] x = new long[4];
        x[a & 3]++;
        ++x[a & 1];
        x[index(a)] += b;
        long old = x[a & 3]++ + --x[1] - x[2]--;
        long y = x[0] = x[1] = old * 3;
        return y + (x[3] <<= 2) + (x[a & 3] ^= b) + x[0] * 5 + x[1] * 7 + x[2] * 11 + x[3] * 13;
    }

    public static double doubleArray(int a, double b) {
        double[] x = {1, 2, b, 4};
        double old = x[a & 3]++;
        x[index(a)] *= 2.5;
        double y = x[0] = x[3] = old - b;
        return y + x[0] + x[1] * 3 + --x[2] + x[3]--;
    }

    public static int intArray(int a, int b) {
        int[] x = {a, b, a ^ b, 9};
        int y = x[0]++ + ++x[1] - x[2]-- * --x[3];
        int z = x[a & 3] = x[b & 3] = y;
        return z + x[0] * 3 + x[1] * 5 + (x[2] += x[3] -= 7) + (x[x[3] & 3] = 4) + x[0];
    }

    public static int smallArrays(int a) {
        byte[] x = new byte[3];
        char[] y = {'a', 'b'};
        short[] z = new short[2];
        boolean[] t = new boolean[2];
        float[] f = {1.5f, a};
        x[0] = (byte) a;
        x[1]++;
        x[0] += 100;
        x[2]--;
        y[0]++;
        y[1] += a;
        z[1] -= a;
        z[0] = x[0]--;
        t[1] = a > 0;
        t[0] |= t[1];
        f[1] /= 2;
        return x[0] + x[1] * 3 + x[2] * 5 + y[0] * 7 + y[1] * 11 + z[0] * 13 + z[1] * 17 + (t[0] ? 19 : 0)
                + (int) f[1] * 23;
    }

    public static String stringArray(int a, String b) {
        String[] x = {"p", b, "q"};
        String y = x[a & 1] = x[2] += "r" + a;
        x[a & 1] += y;
        return x[0] + x[1] + x[2];
    }

    public static long fields(int a, long b, double c) {
        Stack o = new Stack();
        o.i = a;
        int x = o.i++ + ++o.i;
        o.j = b;
        long y = o.j-- - --o.j;
        o.d = c;
        double z = o.d++ * 2;
        long w = o.j = o.i = x;
        o.b += a;
        o.b++;
        o.c = (char) o.b--;
        o.next = o;
        o.next.next.i <<= 2;
        return x + y * 3 + (long) z * 5 + w * 7 + o.b * 11 + o.c * 13 + o.i * 17 + o.j * 19 + (long) o.d;
    }

    public static long statics(int a, long b, double c) {
        si = a;
        sj = b;
        sd = c;
        int x = si++ + ++si;
        long y = sj-- * 2 - --sj;
        double z = sd *= 2;
        ss = (short) a;
        ss++;
        int w = ss--;
        long chain = sj = si = ss = (short) (a + 1);
        return x + y * 3 + (long) z * 5 + w * 7 + chain * 11 + si * 13 + sj * 17 + ss * 19;
    }

    public static String stringFields(String a) {
        Stack o = new Stack();
        o.s += a;
        String x = o.s += o.s;
        text = x;
        text += a + 1 + 'c' + 2L + true + null;
        return x + text;
    }

    public static int increments(int a) {
        int x = a++ + ++a - a-- * --a;
        int y = x += x++ + x;
        int z = y-- - (y = 5) + (y += y);
        x = x++ + z;
        a += 1000;
        a -= 40000;
        a += 32767;
        a -= 32768;
        a += -129;
        return x * 3 + y * 5 + z * 7 + a;
    }

    public static long longLocals(long a, int b) {
        long x = a++ + ++a;
        long y = x = a = b;
        y += x-- * --a;
        x <<= b;
        y >>>= b;
        return x ^ y ^ a;
    }

    public static double doubleLocals(double a, float b) {
        double x = a++ + ++b;
        float y = b-- - --b;
        x -= y *= 2;
        return x + a + b;
    }

    public static int order(int a) {
        si = a;
        return si + (si = 5) * si++ - si + index(si) * si;
    }

    public static int arrayOrder(int a) {
        int[] x = {1, 2, 3, 4};
        int i = 0;
        x[i++] = x[i++] + (i = a & 3);
        x[i] = i = 2;
        x[i] += i++ * 10;
        return x[0] + x[1] * 10 + x[2] * 100 + x[3] * 1000 + i * 10000;
    }

    public static int reused(int a) {
        int result = 0;
        { int x = a * 2; result += x; }
        { String x = "text" + a; result += x.length(); }
        { long x = a + 5L; long y = x * x; result += (int) (x ^ y); }
        { double x = a / 2.0; result += (int) x; }
        { int[] x = {a, result}; result += x[0] - x[1]; }
        for (int k = 0; k < 3; k++) { float f = k; result += (int) f; }
        for (long k = 0; k < 3; k++) { Object o = k; result += o.hashCode(); }
        return result;
    }

    public static int reusedAcrossBranches(int a) {
        int result;
        if (a > 0) {
            String x = "abc";
            result = x.length() + a;
        } else {
            long x = a * 3L;
            result = (int) (x >> 1);
        }
        int y = result + 1;
        while (y > 10) {
            Object z = y;
            y = z.hashCode() / 3;
        }
        return result * 31 + y;
    }

    public static int parameters(int a, long b, float c, double d, String e, int f) {
        a += 1;
        b += a;
        c += b & 7;
        d += c;
        e = e + a;
        f = e.length() + f;
        return a + (int) b * 3 + (int) c * 5 + (int) d * 7 + f;
    }

    private static int varargs(String head, int... tail) {
        int total = head.length();
        for (int it : tail) total = total * 10 + it;
        return total;
    }

    public static int callVarargs(int a) {
        return varargs("x") + varargs("xy", a) * 3 + varargs("xyz", a, 2, a) * 5 + varargs("", new int[a & 3]);
    }

    public static int multi(int a) {
        int[][] x = new int[3][4];
        x[a & 1][a & 3]++;
        x[2][1] = x[1][2] = a;
        int[][][] y = new int[2][3][];
        y[1][2] = x[a & 1];
        y[0][0] = new int[] {1, 2, 3};
        String[][] z = {{"a"}, {"b", "c" + a}, null};
        long[][] w = new long[2][2];
        w[1][0] += x[2][1]++;
        int total = (y[1][1] == null ? 1000 : 0) + y.length * 7 + y[0].length;
        for (int[] row : x) for (int cell : row) total = total * 3 + cell;
        for (int cell : y[1][2]) total ^= cell;
        return total + z[1][1].length() + (z[2] == null ? 1 : 0) + (int) w[1][0] + y[0][0][2];
    }

    public static int arrayFailures(int a) {
        int[] x = new int[2];
        return x[a] + new int[a].length;
    }

    public static int manyLocals(int n) {
        int a0 = n, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7;
        long b0 = n, b1 = 1, b2 = 2, b3 = 3;
        double c0 = n, c1 = 1, c2 = 2;
        if (n > 3) { a0 = a7; b0 = b3; c0 = c2; a1++; } else { a7 = a0; b3 = b0; c2 = c0; a2--; }
        return a0 + a1 * 2 + a2 * 3 + a3 * 4 + a4 * 5 + a5 * 6 + a6 * 7 + a7 * 8
                + (int) (b0 + b1 * 2 + b2 * 3 + b3 * 4) + (int) (c0 + c1 * 2 + c2 * 3);
    }
}
