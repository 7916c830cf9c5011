package ir;

/** Loops, conditions, values on the stack across branches, switches. */
public final class Flow {
    enum Color { RED, GREEN, BLUE { @Override int weight() { return 70; } }; int weight() { return ordinal() * 3; } }

    public static int sum(int n) {
        int total = 0;
        for (int i = 0; i < (n & 31); i++) {
            total += i * i;
        }
        return total;
    }

    public static int firstInstructionIsALoop(int n) {
        while (n > 100 || n < -100) {
            n /= 2;
        }
        return n;
    }

    public static int forever(int n) {
        while (true) {
            if (n++ % 7 == 0) {
                return n;
            }
        }
    }

    public static int doForever(int n) {
        do {
            n = n / 3 + 1;
            if (n < 3 && n > -3) {
                break;
            }
        } while (true);
        return n;
    }

    public static int labels(int n) {
        int found = 0;
        outer:
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
                if (j == (n & 7)) {
                    continue outer;
                }
                if (i * j > (n & 63)) {
                    break outer;
                }
                found += i ^ j;
            }
            found *= 3;
        }
        return found;
    }

    public static int collatz(int n) {
        int steps = 0;
        int value = n & 1023;
        while (value > 1 && steps < 60) {
            value = (value & 1) == 0 ? value / 2 : 3 * value + 1;
            steps++;
        }
        return steps * 10000 + value;
    }

    public static int swapped(int a, int b) {
        int x = a;
        int y = b;
        for (int i = 0; i < 5; i++) {
            int t = x;
            x = y;
            y = t;
        }
        return x * 3 + y;
    }

    public static long fibonacci(int n) {
        long a = 0;
        long b = 1;
        for (int i = n & 63; i > 0; i--) {
            long next = a + b;
            a = b;
            b = next;
        }
        return a;
    }

    public static int rotated(int a, int b, int c) {
        for (int i = 0; i < 4; i++) {
            int t = a;
            a = b;
            b = c;
            c = t + i;
        }
        return a * 100 + b * 10 + c;
    }

    public static int ternaries(int a, int b) {
        return (a > b ? a : b) - (a > 0 ? b > 0 ? 1 : 2 : b > 0 ? 3 : 4) * (a == b ? a + 1 : b - 1);
    }

    public static String stackAcrossBranches(int a, String b) {
        return concat(a + 1, a > 3 ? b : "small", b == null ? 7L : a > 0 ? b.length() : -1L, a == 0 ? 1.5 : 2);
    }

    private static String concat(int a, String b, long c, double d) {
        return a + ":" + b + ":" + c + ":" + d;
    }

    public static boolean shortCircuit(int a, int b) {
        return a > 0 && (b > 0 || a > 10) && !(a == b) || b < -5 && a < -5 | b == 7;
    }

    public static int conditions(int a, int b) {
        int result = 0;
        if (a > 0 && b > 0) result |= 1;
        if (a > 0 || b > 0) result |= 2;
        if (!(a > 0 && b > 0)) result |= 4;
        if (a > 0 ? b > 0 : b < 0) result |= 8;
        if ((a & b) == 0 ^ a > b) result |= 16;
        boolean x = a > b, y = x ? b == 0 : a == 0;
        if (x & y | !x) result |= 32;
        return result;
    }

    static int calls;

    private static boolean called(boolean value) {
        calls++;
        return value;
    }

    public static int shortCircuitCalls(int a) {
        calls = 0;
        boolean one = called(a > 0) && called(a > 5) || called(a < -5);
        boolean two = called(a > 0) & called(a > 5) | called(a < -5);
        return calls * 4 + (one ? 1 : 0) + (two ? 2 : 0);
    }

    public static int dense(int a) {
        switch (a) {
            case -1: return 10;
            case 0: a += 5;
            case 1: a += 6; break;
            case 2: case 3: a *= 7; break;
            case 7: return 1;
            default: a = -a;
        }
        return a;
    }

    public static int sparse(int a) {
        switch (a) {
            case Integer.MIN_VALUE: return 1;
            case -1000: return 2;
            case 0: return 3;
            case 31: return 4;
            case Integer.MAX_VALUE: return 5;
            default: return 6;
        }
    }

    public static int onlyDefault(int a) {
        switch (a) {
            default: a++;
        }
        return a;
    }

    public static int onlyOne(int a) {
        switch (a) {
            case 7: a = 100;
        }
        return a;
    }

    public static int strings(String a) {
        switch (a) {
            case "one": return 1;
            case "Aa": return 2;
            case "BB": return 3; // the same hash as Aa
            case "": return 4;
            default: return 5;
        }
    }

    public static int enums(int a) {
        Color color = Color.values()[(a & 0x7fffffff) % 3];
        int weight = color.weight();
        switch (color) {
            case GREEN: return weight + 100;
            case BLUE: weight += 5;
            default: return weight + color.name().length() + color.compareTo(Color.GREEN);
        }
    }

    public static int enumByName(String name) {
        return Color.valueOf(name).ordinal();
    }

    public static int switchInLoop(int n) {
        int total = 0;
        for (int i = 0; i < 12; i++) {
            switch ((i + n) % 4) {
                case 0: continue;
                case 1: total += 1; break;
                case -2: total += 1000;
                case 2: total += 10; break;
                default: total += 100;
            }
            if (total > 400) break;
        }
        return total;
    }

    public static int recursion(int n) {
        int m = n & 15;
        return m < 2 ? m : recursion(m - 1) + recursion(m - 2) / 2;
    }

    public static boolean even(int n) { return (n & 31) == 0 || odd((n & 31) - 1); }
    private static boolean odd(int n) { return n != 0 && even(n - 1); }

    public static int many(int n) {
        int a = n, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6;
        for (int i = 0; i < 6; i++) {
            if ((a & 1) == 0) { b += c; } else { c -= d; }
            while (b > 20) { b -= e; if (b % 5 == 0) { f++; break; } }
            g = f > g ? a : g + b;
            a += g;
        }
        return a ^ b * 3 ^ c * 5 ^ d * 7 ^ e * 11 ^ f * 13 ^ g * 17;
    }
}
