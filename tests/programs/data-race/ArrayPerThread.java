/** Each thread fills an array of its own, made by the loop that starts it. */
public class ArrayPerThread {
    static void fillOk(int[] row) {
        for (int i = 0; i < row.length; i++) {
            row[i] = i;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            int[] row = new int[8];
            new Thread(() -> fillOk(row)).start();
        }
    }
}
