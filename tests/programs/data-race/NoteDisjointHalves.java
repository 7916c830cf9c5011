/** Each thread fills a half of its own of one array. */
public class NoteDisjointHalves {
    private static final int[] CELLS = new int[10];

    static void fillBad(int from, int to) {
        for (int i = from; i < to; i++) {
            CELLS[i] = i;  // expect: data-race array NoteDisjointHalves.CELLS (note)
        }
    }

    public static void main(String[] args) {
        new Thread(() -> fillBad(0, 5)).start();
        new Thread(() -> fillBad(5, 10)).start();
    }
}
