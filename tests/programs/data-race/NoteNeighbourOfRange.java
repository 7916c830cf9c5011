/** Each thread has a part of an array: who looks at the neighbour of each element reaches into the next part. */
public class NoteNeighbourOfRange {
    static class Part extends Thread {
        private final int[] sorted;
        private final int[] shifted;
        private final int[] within;
        private final int[] source;
        private final int[] target;
        private final int from;
        private final int to;

        Part(int from, int to, int[] sorted, int[] shifted, int[] within, int[] source, int[] target) {
            this.from = from;
            this.to = to;
            this.sorted = sorted;
            this.shifted = shifted;
            this.within = within;
            this.source = source;
            this.target = target;
        }

        private void sortBad() {
            for (int i = from; i < to; i++) {
                if (sorted[i] > sorted[i + 1]) {
                    int old = sorted[i];
                    sorted[i] = sorted[i + 1];
                    sorted[i + 1] = old;  // expect: data-race array NoteNeighbourOfRange$Part.sorted
                }
            }
        }

        private void shiftBad() {
            for (int i = from; i < to; i++) {
                shifted[i] = shifted[i - 1];  // expect: data-race array NoteNeighbourOfRange$Part.shifted
            }
        }

        private void within() {
            for (int i = from; i < to - 1; i++) {
                within[i] = within[i + 1];
            }
            for (int i = from + 1; i < to; i++) {
                within[i] += within[i - 1];  // expect: data-race array NoteNeighbourOfRange$Part.within (note)
            }
        }

        private void copy() {
            for (int i = from; i < to; i++) {
                target[i] = source[i + 1];  // expect: data-race array NoteNeighbourOfRange$Part.target (note)
            }
        }

        @Override
        public void run() {
            sortBad();
            shiftBad();
            within();
            copy();
        }
    }

    public static void main(String[] args) {
        int[] sorted = new int[100];
        int[] shifted = new int[100];
        int[] within = new int[100];
        int[] source = new int[100];
        int[] target = new int[100];
        for (int i = 0; i < 4; i++) {
            new Part(i * 20 + 1, i * 20 + 21, sorted, shifted, within, source, target).start();
        }
    }
}
