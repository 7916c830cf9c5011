/** A filled array replaces another in a volatile field, and is not changed any more. */
public class ArrayVolatileReplaced {
    private static volatile int[] cells = new int[4];

    static void replaceOk(int value) {
        int[] made = new int[4];
        for (int i = 0; i < made.length; i++) {
            made[i] = value;
        }
        cells = made;
    }

    public static void main(String[] args) {
        new Thread(() -> replaceOk(1)).start();
        new Thread(() -> replaceOk(2)).start();
        System.out.println(cells[0]);
    }
}
