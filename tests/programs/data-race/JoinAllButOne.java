/** The loop that joins ends one thread too early. */
public class JoinAllButOne {
    private static int total;

    static synchronized void addBad() {
        total++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(JoinAllButOne::addBad);
            threads[i].start();
        }
        for (int i = 0; i < threads.length - 1; i++) {
            threads[i].join();
        }
        System.out.println(total);  // expect: data-race JoinAllButOne.total
    }
}
