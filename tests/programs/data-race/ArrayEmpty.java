/** An array of no elements is shared by all who have nothing yet; what one of them writes is another. */
public class ArrayEmpty {
    private static final int[] NOTHING = new int[0];
    private static final int[] ONE = new int[1];

    static class Values {
        private int[] values = NOTHING;
        private int count;

        void addOk(int value) {
            if (count == values.length) {
                values = java.util.Arrays.copyOf(values, count + 1);
            }
            values[count++] = value;
        }

        int firstOk() {
            return values[0];
        }
    }

    static class Kept {
        private final int[] values = ONE;

        void setBad(int value) {
            values[0] = value;  // expect: data-race ArrayEmpty$Kept.values
        }
    }

    static void work() {
        Values values = new Values();
        values.addOk(1);
        new Kept().setBad(values.firstOk());
    }

    public static void main(String[] args) {
        new Thread(ArrayEmpty::work).start();
        new Thread(ArrayEmpty::work).start();
    }
}
