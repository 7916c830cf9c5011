/** Two threads write under a lock, main joins one of them and reads without. */
public class JoinOnlyFirst {
    private static int total;

    static synchronized void addBad() {
        total++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {new Thread(JoinOnlyFirst::addBad), new Thread(JoinOnlyFirst::addBad)};
        threads[0].start();
        threads[1].start();
        threads[0].join();
        System.out.println(total);  // expect: data-race JoinOnlyFirst.total
    }
}
