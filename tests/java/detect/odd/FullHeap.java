/**
 * The heap is full, and the program does what needs no memory: it must not be told that there is none.
 * Afterwards there is some again, and two threads race.
 */
public final class FullHeap {
    private static final int TIMES = 8;
    private static final int[][] ARRAYS = new int[TIMES][1000];
    private static final Object[] LOCKS = new Object[TIMES];
    private static Object[] filling;
    private static int racy;

    private FullHeap() {}

    /** Large parts first, then ever smaller ones. */
    private static void fill() {
        for (int size = 1 << 20; size >= 1; size /= 2) {
            boolean isFull = false;
            while (!isFull) {
                try {
                    Object[] part = new Object[size];
                    part[0] = filling;
                    filling = part;
                } catch (OutOfMemoryError expected) {
                    isFull = true;
                }
            }
        }
    }

    private static void access() {
        for (int i = 0; i < TIMES; i++) {
            ARRAYS[i][i]++;
        }
    }

    private static void lock() {
        for (int i = 0; i < TIMES; i++) {
            synchronized (LOCKS[i]) {
                ARRAYS[i][i]++;
            }
        }
    }

    private static boolean isThrown(boolean locks) {
        try {
            if (locks) {
                lock();
            } else {
                access();
            }
            return false;
        } catch (OutOfMemoryError problem) {
            return true;
        }
    }

    /** More than once: until there is some memory, not all accesses are looked at. */
    private static void race() {
        for (int i = 0; i < 1000; i++) {
            racy++;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        boolean locks = arguments[0].equals("locks");
        for (int i = 0; i < TIMES; i++) {
            LOCKS[i] = new Object();
        }
        fill();
        boolean isThrown = isThrown(locks);
        filling = null;
        System.out.println(isThrown ? "there was no memory" : "nothing was thrown");
        Thread one = new Thread(FullHeap::race);
        Thread other = new Thread(FullHeap::race);
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
