/** A lock that is made for each use excludes nobody. */
public class LockMadeAnew {
    private static int count;

    static void countBad() {
        synchronized (new Object()) {
            count++;  // expect: data-race LockMadeAnew.count
        }
    }

    public static void main(String[] args) {
        new Thread(LockMadeAnew::countBad).start();
        new Thread(LockMadeAnew::countBad).start();
    }
}
