/** Who finds that a thread has ended, by whatever means, knows what it did; else, one does not. */
public class Ended {
    static int joined;
    static int asked;
    static int told;
    static int unseen;

    public static void main(String[] args) throws Exception {
        Thread first = start(() -> joined++);
        first.join();
        joined++;
        Thread second = start(() -> asked++);
        while (second.isAlive()) {
            Thread.sleep(1);
        }
        asked++;
        Thread third = start(() -> told++);
        while (third.getState() != Thread.State.TERMINATED) {
            Thread.sleep(1);
        }
        told++;
        start(() -> unseen++);
        Thread.sleep(200);
        unseen++;
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }
}
