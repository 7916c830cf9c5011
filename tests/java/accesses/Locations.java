/** Reads and writes of all kinds of locations, in order and not. */
public class Locations {
    static int number;
    static long wide;
    static volatile int calm;
    double half;
    Object text;
    final int fixed = 3;
    static volatile Locations made;
    static final int[] cells = new int[4];
    static final long[] wides = new long[4];
    static final java.util.List<Object> list = new java.util.ArrayList<>();
    static final java.util.Vector<Object> vector = new java.util.Vector<>();

    static void work(Locations main) {
        number += 2;
        wide++;
        calm = 5;
        main.half += 0.5;
        main.text = "text" + main.fixed;
        cells[1]++;
        wides[2] += 3;
        System.arraycopy(cells, 1, cells, 2, 1);
        list.add(main);
        vector.add(main);
    }

    public static void main(String[] args) throws Exception {
        Locations main = new Locations();
        Thread thread = new Thread(() -> work(main));
        work(main);
        thread.start();
        work(main);
        thread.join();
        work(main);
        System.out.println(number + " " + wide + " " + main.half + " " + cells[1] + wides[2]);
        System.out.println(main.text + " " + list.size() + " " + vector.size());
    }
}
