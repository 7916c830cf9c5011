package ir;

/** Synchronized blocks and methods, left in every way. */
public final class Monitors {
    private int count;
    private static final Object LOCK = new Object();
    static int total;

    synchronized int add(int a) {
        count += a;
        return 100 / a;
    }

    synchronized void set(int a) {
        if (a < 0) return;
        count = a;
    }

    static synchronized int addTotal(int a) {
        try {
            total += 10 / a;
        } catch (ArithmeticException e) {
            total--;
            if (total % 2 == 0) throw e;
        }
        return total;
    }

    synchronized int loop(int a) {
        while (true) {
            if (a > 50) return a;
            a = a * 2 + 1;
            if (a < 0) throw new IllegalStateException();
        }
    }

    static synchronized int first(int a) {
        while (a > 100) a /= 2;
        return a;
    }

    public static int methods(int a) {
        Monitors it = new Monitors();
        int x = it.add(a);
        it.set(a);
        return x * 10 + it.count + it.loop(a & 15);
    }

    public static int staticMethods(int a) { return addTotal(a) + first(a); }

    public static int loopFails(int a) { return new Monitors().loop(a); }

    public static int block(int a) {
        int x = 0;
        synchronized (LOCK) {
            x = a;
            x += 10 / a;
        }
        return x;
    }

    public static int nested(int a) {
        Object other = new Object();
        int x = 0;
        try {
            synchronized (LOCK) {
                x = 1;
                synchronized (other) {
                    x = 2;
                    synchronized (LOCK) {
                        x = 10 / a;
                    }
                    if (x == 10) return 55;
                }
                x += 10 % (a - 2);
            }
        } catch (ArithmeticException e) {
            x += 100;
        }
        return x;
    }

    public static int leftEarly(int a) {
        int x = 0;
        for (int i = 0; i < 6; i++) {
            synchronized (Monitors.class) {
                if (i == (a & 7)) continue;
                x += i;
                if (x > 9) break;
                try {
                    x += 4 / (i - 2);
                } catch (ArithmeticException e) {
                    x += 50;
                } finally {
                    x++;
                }
            }
        }
        return x;
    }

    public static int onNull(int a) {
        Object lock = a > 0 ? LOCK : null;
        int x = 1;
        try {
            x = 2;
            synchronized (lock) {
                x = 3;
            }
        } catch (NullPointerException e) {
            x += 10;
        }
        return x;
    }

    public static int thrownInside(int a) {
        try {
            synchronized (LOCK) {
                throw new IllegalArgumentException("x" + a);
            }
        } catch (IllegalArgumentException e) {
            return e.getMessage().length();
        }
    }

    static synchronized int recursive(int n) {
        return n <= 0 ? 0 : n + recursive(n - 1);
    }

    public static int reentered(int n) { return recursive(n & 15); }
}
