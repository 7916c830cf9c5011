/** The counter is its own lock: each increment makes another Integer, hence another lock. */
public class LockBoxed {
    private Integer count = 1000;

    void countBad() {
        synchronized (count) {
            count++;  // expect: data-race LockBoxed.count
        }
    }

    public static void main(String[] args) {
        LockBoxed shared = new LockBoxed();
        new Thread(shared::countBad).start();
        new Thread(shared::countBad).start();
    }
}
