/** volatile is the field that holds the array, not its elements. */
public class ArrayVolatileField {
    private static volatile int[] cells = new int[4];

    static void addBad() {
        cells[0]++;  // expect: data-race array ArrayVolatileField.cells
    }

    public static void main(String[] args) {
        new Thread(ArrayVolatileField::addBad).start();
        new Thread(ArrayVolatileField::addBad).start();
    }
}
