package ir;

/** All operators on all types, conversions and comparisons. */
public final class Arithmetic {
    public static int add(int a, int b) { return a + b; }
    public static int subtract(int a, int b) { return a - b; }
    public static int multiply(int a, int b) { return a * b; }
    public static int divide(int a, int b) { return a / b; }
    public static int remainder(int a, int b) { return a % b; }
    public static int negate(int a) { return -a; }
    public static int complement(int a) { return ~a; }
    public static int shiftLeft(int a, int b) { return a << b; }
    public static int shiftRight(int a, int b) { return a >> b; }
    public static int shiftRightZero(int a, int b) { return a >>> b; }
    public static int bits(int a, int b) { return (a & b) * 3 + (a | b) * 5 + (a ^ b); }

    public static long addLong(long a, long b) { return a + b; }
    public static long subtractLong(long a, long b) { return a - b; }
    public static long multiplyLong(long a, long b) { return a * b; }
    public static long divideLong(long a, long b) { return a / b; }
    public static long remainderLong(long a, long b) { return a % b; }
    public static long negateLong(long a) { return -a; }
    public static long shiftLeftLong(long a, int b) { return a << b; }
    public static long shiftRightLong(long a, int b) { return a >> b; }
    public static long shiftRightZeroLong(long a, int b) { return a >>> b; }
    public static long shiftByLong(long a, long b) { return a << b ^ a >> b ^ a >>> b; }
    public static long bitsLong(long a, long b) { return (a & b) * 3 + (a | b) * 5 + (a ^ b); }

    public static float addFloat(float a, float b) { return a + b; }
    public static float subtractFloat(float a, float b) { return a - b; }
    public static float multiplyFloat(float a, float b) { return a * b; }
    public static float divideFloat(float a, float b) { return a / b; }
    public static float remainderFloat(float a, float b) { return a % b; }
    public static float negateFloat(float a) { return -a; }

    public static double addDouble(double a, double b) { return a + b; }
    public static double subtractDouble(double a, double b) { return a - b; }
    public static double multiplyDouble(double a, double b) { return a * b; }
    public static double divideDouble(double a, double b) { return a / b; }
    public static double remainderDouble(double a, double b) { return a % b; }
    public static double negateDouble(double a) { return -a; }

    public static byte toByte(int a) { return (byte) a; }
    public static short toShort(int a) { return (short) a; }
    public static char toChar(int a) { return (char) a; }
    public static long intToLong(int a) { return a; }
    public static float intToFloat(int a) { return a; }
    public static double intToDouble(int a) { return a; }
    public static int longToInt(long a) { return (int) a; }
    public static float longToFloat(long a) { return a; }
    public static double longToDouble(long a) { return a; }
    public static int floatToInt(float a) { return (int) a; }
    public static long floatToLong(float a) { return (long) a; }
    public static double floatToDouble(float a) { return a; }
    public static int doubleToInt(double a) { return (int) a; }
    public static long doubleToLong(double a) { return (long) a; }
    public static float doubleToFloat(double a) { return (float) a; }
    public static byte doubleToByte(double a) { return (byte) a; }
    public static char floatToChar(float a) { return (char) a; }
    public static short longToShort(long a) { return (short) a; }

    public static int compareInts(int a, int b) {
        return (a == b ? 1 : 0) + (a != b ? 2 : 0) + (a < b ? 4 : 0) + (a >= b ? 8 : 0)
                + (a > b ? 16 : 0) + (a <= b ? 32 : 0);
    }

    public static int compareWithZero(int a) {
        return (a == 0 ? 1 : 0) + (a != 0 ? 2 : 0) + (a < 0 ? 4 : 0) + (a >= 0 ? 8 : 0)
                + (a > 0 ? 16 : 0) + (a <= 0 ? 32 : 0);
    }

    public static int compareLongs(long a, long b) {
        return (a == b ? 1 : 0) + (a != b ? 2 : 0) + (a < b ? 4 : 0) + (a >= b ? 8 : 0)
                + (a > b ? 16 : 0) + (a <= b ? 32 : 0);
    }

    public static int compareFloats(float a, float b) {
        return (a == b ? 1 : 0) + (a != b ? 2 : 0) + (a < b ? 4 : 0) + (a >= b ? 8 : 0)
                + (a > b ? 16 : 0) + (a <= b ? 32 : 0) + (!(a < b) ? 64 : 0) + (!(a >= b) ? 128 : 0);
    }

    public static int compareDoubles(double a, double b) {
        return (a == b ? 1 : 0) + (a != b ? 2 : 0) + (a < b ? 4 : 0) + (a >= b ? 8 : 0)
                + (a > b ? 16 : 0) + (a <= b ? 32 : 0) + (!(a > b) ? 64 : 0) + (!(a <= b) ? 128 : 0);
    }

    public static boolean compareReferences(String a, String b) {
        Object none = null;
        return a == none ? b == null : b != none;
    }

    public static int narrowing(int a, int b) {
        byte x = (byte) a;
        x += b;
        short y = (short) b;
        y -= a;
        char z = (char) (a ^ b);
        z++;
        x <<= 3;
        y >>>= 1;
        return x * 31 + y * 7 + z;
    }

    public static int mixed(int a, double b) {
        a += b;
        a *= 1.5f;
        a -= 3L;
        a /= 0.7;
        return a;
    }

    public static double constants(double a) {
        return a * 1.0 + 2.0f * 3L + 1.0f + 0.0 - 4_000_000_000L + Float.MIN_VALUE + Double.MAX_VALUE
                + Integer.MIN_VALUE + Long.MIN_VALUE + (short) -32768 + (byte) -1 + 5 + 127 + 128 + 65536;
    }

    public static int library(int a, int b) {
        return Math.max(a, b) ^ Math.min(a, b) + Math.abs(a) - Integer.compare(a, b)
                + Math.floorMod(a, b) * Integer.signum(b) + Integer.bitCount(a) + Integer.reverse(b);
    }

    public static double libraryOfDoubles(double a, double b) {
        return Math.max(a, b) + Math.abs(a) * Math.sqrt(b) - Math.floor(a) + Math.signum(b)
                + Double.compare(a, b);
    }
}
