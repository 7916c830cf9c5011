/** The locks come from one line of the program, and are different objects all the same. */
public class LockFromOneSiteDiffers {
    static class Total {
        int sum;
    }

    static void addBad(Object lock, Total total) {
        synchronized (lock) {
            total.sum++;  // expect: data-race LockFromOneSiteDiffers$Total.sum
        }
    }

    public static void main(String[] args) {
        Total total = new Total();
        for (int i = 0; i < 2; i++) {
            Object lock = new Object();
            new Thread(() -> addBad(lock, total)).start();
        }
    }
}
