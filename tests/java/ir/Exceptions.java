package ir;

/** Exceptions, and what locals hold when a handler gets control. */
public final class Exceptions {
    static final class Checked extends Exception {
        final int code;
        Checked(int code) { super("code " + code); this.code = code; }
    }

    static class Resource implements AutoCloseable {
        static String log = "";
        final String name;
        final boolean fails;
        Resource(String name, boolean fails) { this.name = name; this.fails = fails; log += "+" + name; }
        @Override public void close() {
            log += "-" + name;
            if (fails) throw new IllegalStateException("close " + name);
        }
    }

    private static int risky(int a) throws Checked {
        if (a == 0) throw new Checked(7);
        if (a == 1) throw new IllegalArgumentException("one");
        if (a == 2) throw new IndexOutOfBoundsException();
        if (a == 3) throw new Error();
        return 100 / (a - 4);
    }

    public static int localAtHandler(int a) {
        int x = 1;
        try {
            x = 2;
            risky(a & 7);
            x = 3;
            risky(a >> 3 & 7);
            x = 4;
        } catch (Checked e) {
            x = x * 10 + e.code;
        } catch (IllegalArgumentException e) {
            x = x * 100;
        } catch (RuntimeException e) {
            x = x * 1000;
        }
        return x;
    }

    public static int incrementAtHandler(int a) {
        int x = a;
        int y = 0;
        try {
            x++;
            y = 10 / x;
            x++;
            y = 10 / (x - 3);
            x += 100;
        } catch (ArithmeticException e) {
            return x * 10 + y;
        }
        return x + y;
    }

    public static int assignedByThrower(int a) {
        int x = 5;
        try {
            x = 10 / a;
            x = x / (x - 1);
        } catch (ArithmeticException e) {
            x += 1000;
        }
        return x;
    }

    public static int loopWithHandler(int n) {
        int total = 0;
        int i = 0;
        while (i < 10) {
            int before = total;
            try {
                total += 60 / (i - (n & 7));
                i++;
                total += 7 % (i - 3);
            } catch (ArithmeticException e) {
                total = before * 2 + i;
                i += 2;
                if (total > 500) break;
                continue;
            } finally {
                total++;
            }
            i++;
        }
        return total * 100 + i;
    }

    @SuppressWarnings("finally")
    public static int returnInFinally(int a) {
        int x = a;
        try {
            x = 10 / a;
            return x;
        } catch (ArithmeticException e) {
            x = -1;
            return x;
        } finally {
            x += 100;
            if (a == 1) return x;
        }
    }

    public static int finallyDoesNotChangeTheResult(int a) {
        int x = a;
        try {
            return x++ / a;
        } finally {
            x += 1000;
            shared = x;
        }
    }

    static int shared;

    @SuppressWarnings("finally")
    public static int breakInFinally(int a) {
        int x = 0;
        for (int i = 0; i < 5; i++) {
            try {
                x += 10 / (i - a);
                if (i == 3) continue;
                x++;
            } finally {
                x += 3;
                if (x > 20) break;
                if (i == 2) continue;
            }
        }
        return x;
    }

    public static int nested(int a) {
        int state = 0;
        try {
            state = 1;
            try {
                state = 2;
                risky(a & 7);
                state = 3;
            } catch (IllegalArgumentException e) {
                state += 10;
                risky(a >> 3 & 7);
                state += 20;
            } finally {
                state += 100;
                if ((a & 64) != 0) risky(1);
            }
            state += 1000;
        } catch (Checked | RuntimeException e) {
            state = -state;
            if (e instanceof Checked) state -= ((Checked) e).code * 100000;
        } finally {
            state *= 2;
        }
        return state;
    }

    public static int multiCatch(int a) {
        try {
            return risky(a & 7);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return e.getMessage() == null ? -2 : -e.getMessage().length();
        } catch (Checked | ArithmeticException e) {
            return e instanceof Checked ? -100 : -101;
        }
    }

    public static int uncaught(int a) throws Checked {
        int x = 0;
        try {
            x = risky(a & 7);
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalStateException(e);
        } finally {
            shared += x;
        }
        return x;
    }

    public static String rethrown(int a) {
        String log = "a";
        try {
            try {
                log += "b";
                risky(a & 7);
                log += "c";
            } catch (Exception e) {
                log += "d";
                throw e;
            }
        } catch (Checked e) {
            log += e.getMessage();
        } catch (Throwable e) {
            log += e.getClass().getName();
        }
        return log;
    }

    public static String withResources(int a) {
        Resource.log = "";
        try (Resource one = new Resource("1", (a & 1) != 0); Resource two = new Resource("2", (a & 2) != 0)) {
            Resource.log += one.name + two.name;
            if ((a & 4) != 0) throw new RuntimeException("body");
            if ((a & 8) != 0) return Resource.log + "return";
            Resource.log += "end";
        } catch (RuntimeException e) {
            Resource.log += "!" + e.getMessage();
            for (Throwable it : e.getSuppressed()) Resource.log += "~" + it.getMessage();
        } finally {
            Resource.log += ".";
        }
        return Resource.log;
    }

    public static int nullResource(int a) {
        try (Resource none = a > 0 ? null : new Resource("x", false)) {
            return none == null ? 1 : 2;
        }
    }

    public static int casts(int a) {
        Object o = (a & 3) == 0 ? "text" : (a & 3) == 1 ? (Object) 7 : (a & 3) == 2 ? new int[2] : null;
        int x = 0;
        try {
            x = 1;
            String s = (String) o;
            x = 2;
            x += s.length();
        } catch (ClassCastException e) {
            x += 10;
            if (o instanceof Integer) x += (Integer) o;
            if (o instanceof int[]) x += ((int[]) o).length * 100;
        } catch (NullPointerException e) {
            x += 50;
        }
        return x + (o instanceof Object ? 1000 : 0) + (o instanceof CharSequence ? 2000 : 0);
    }

    public static int arrayStore(int a) {
        Object[] array = new String[2];
        try {
            array[a & 3] = (a & 4) == 0 ? "s" : (Object) a;
            return array[a & 1] == null ? 1 : 2;
        } catch (ArrayStoreException e) {
            return 3;
        } catch (ArrayIndexOutOfBoundsException e) {
            return 4;
        }
    }

    public static int negativeSize(int a) {
        try {
            return new int[a >> 28][a >> 27].length;
        } catch (NegativeArraySizeException e) {
            return -1;
        }
    }

    public static int deep(int n) {
        try {
            return n <= 0 ? 1 / n : deep((n & 7) - 1) + 1;
        } catch (ArithmeticException e) {
            if ((n & 1) == 0) return 5;
            throw e;
        } finally {
            shared++;
        }
    }

    public static int tryInExpression(int a) {
        return a * 3 + handled(a) * (a > 2 ? handled(a - 2) : 7);
    }

    private static int handled(int a) {
        int result;
        try {
            result = 12 / a;
        } catch (ArithmeticException e) {
            result = -1;
        }
        return result;
    }

    public static int emptyHandlers(int a) {
        int x = a;
        try { x /= a; } catch (ArithmeticException e) { }
        try { x = x * 2; } catch (RuntimeException e) { x = 99; }
        try { } finally { x++; }
        try { x += 10 % x; } catch (ArithmeticException ignored) { } finally { }
        return x;
    }

    public static long longAtHandler(long a) {
        long x = 1;
        double y = 2;
        try {
            x = 100 / a;
            y = x * 1.5;
            x = a % (a - 3);
            y++;
        } catch (ArithmeticException e) {
            return x * 1000 + (long) y;
        }
        return -x - (long) y;
    }

    public static int typedAtHandler(int a) {
        Object x = "text";
        a %= 16;
        try {
            x = a / (a - 1);
            x = new int[a - 2];
            x = "longer text";
            a = 1 / (a - 5);
        } catch (ArithmeticException e) {
            return x instanceof String ? ((String) x).length() : x.hashCode() & 7;
        } catch (NegativeArraySizeException e) {
            return x instanceof Integer ? 77 : 78;
        }
        return 0;
    }
}
