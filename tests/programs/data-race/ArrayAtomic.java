import java.util.concurrent.atomic.AtomicIntegerArray;

/** The elements of an AtomicIntegerArray. */
public class ArrayAtomic {
    private static final AtomicIntegerArray CELLS = new AtomicIntegerArray(4);

    static void addOk() {
        CELLS.incrementAndGet(0);
    }

    public static void main(String[] args) {
        new Thread(ArrayAtomic::addOk).start();
        new Thread(ArrayAtomic::addOk).start();
        System.out.println(CELLS.get(0));
    }
}
