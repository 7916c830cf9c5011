/** Two threads change the elements of one array. */
public class ArrayElements {
    private static final int[] CELLS = new int[4];

    static void addBad(int cell) {
        CELLS[cell]++;  // expect: data-race array ArrayElements.CELLS
    }

    public static void main(String[] args) {
        new Thread(() -> addBad(1)).start();
        new Thread(() -> addBad(1)).start();
    }
}
