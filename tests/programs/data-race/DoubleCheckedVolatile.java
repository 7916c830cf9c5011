/** Double-checked locking with a volatile field. */
public class DoubleCheckedVolatile {
    private static volatile DoubleCheckedVolatile instance;
    private int size = 3;

    static DoubleCheckedVolatile instanceOk() {
        DoubleCheckedVolatile found = instance;
        if (found == null) {
            synchronized (DoubleCheckedVolatile.class) {
                found = instance;
                if (found == null) {
                    found = new DoubleCheckedVolatile();
                    instance = found;
                }
            }
        }
        return found;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(instanceOk().size)).start();
        System.out.println(instanceOk().size);
    }
}
