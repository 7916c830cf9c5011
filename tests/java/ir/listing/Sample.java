package listing;

import java.util.function.IntSupplier;

/** Small methods whose listings are under snapshot (tests/test_ir_shape.py). */
class Sample {
    private int count;
    private final int[] cells = new int[4];

    int loop(int n) {
        int total = 0;
        for (int i = 0; i < n; i++) {
            total += cells[i];
        }
        return total;
    }

    int tryFinally(int a) {
        int x = 1;
        try {
            x = 10 / a;
        } catch (ArithmeticException e) {
            x = -1;
        } finally {
            count++;
        }
        return x;
    }

    void synchronizedBlock(Object lock) {
        synchronized (lock) {
            count++;
        }
    }

    synchronized int synchronizedMethod(int a) {
        if (a < 0) {
            throw new IllegalArgumentException();
        }
        count += a;
        return count;
    }

    static synchronized void synchronizedStaticMethod() {
    }

    IntSupplier lambda(int a) {
        return () -> count + a;
    }

    static String switches(int a) {
        switch (a) {
            case -1:
                return "minus";
            case 3:
            case 4:
                return "some";
            default:
                return null;
        }
    }

    static long reusedSlots(int a) {
        long result = a;
        if (a > 0) {
            String text = "positive";
            result += text.length();
        } else {
            int[] numbers = {a, 1};
            result -= numbers[0];
        }
        for (float step = 0; step < 2; step++) {
            result *= 2;
        }
        return result;
    }

    static int stack(int a, boolean b) {
        return a + (b ? a++ : 7);
    }
}
