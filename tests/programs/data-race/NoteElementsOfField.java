/** Each thread has a part of the array, by numbers that it was made with. */
public class NoteElementsOfField {
    static final class PartBad extends Thread {
        private final double[] cells;
        private final int from;
        private final int to;

        PartBad(double[] cells, int from, int to) {
            this.cells = cells;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int i = from; i < to; i++) {
                cells[i] *= 2;  // expect: data-race array NoteElementsOfField$PartBad.cells (note)
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        double[] cells = new double[10];
        PartBad one = new PartBad(cells, 0, 5);
        PartBad two = new PartBad(cells, 5, 10);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(cells[3]);
    }
}
