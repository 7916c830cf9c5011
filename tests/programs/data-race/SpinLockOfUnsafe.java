import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** A lock made of a field that libraries of before Java 9 compare and swap by its offset. */
public class SpinLockOfUnsafe {
    private static final Unsafe UNSAFE;
    private static final long STATE;

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
            STATE = UNSAFE.objectFieldOffset(SpinLockOfUnsafe.class.getDeclaredField("state"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state;
    private int countOk;
    private int triesBad;

    void add() {
        while (!UNSAFE.compareAndSwapInt(this, STATE, 0, 1)) {
            triesBad++;  // expect: data-race SpinLockOfUnsafe.triesBad
        }
        try {
            countOk++;
        } finally {
            state = 0;
        }
    }

    public static void main(String[] args) {
        SpinLockOfUnsafe shop = new SpinLockOfUnsafe();
        for (int i = 0; i < 2; i++) {
            new Thread(shop::add).start();
        }
    }
}
