import java.util.Arrays;

/** A method of the JDK writes the array. */
public class ArrayFilledByLibrary {
    private static final int[] CELLS = new int[100];

    static void clearBad() {
        Arrays.fill(CELLS, 7);
    }

    public static void main(String[] args) {
        new Thread(ArrayFilledByLibrary::clearBad).start();
        System.out.println(CELLS[50]);  // expect: data-race array ArrayFilledByLibrary.CELLS
    }
}
