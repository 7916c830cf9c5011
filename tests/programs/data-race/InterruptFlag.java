/** Stopping by interrupt needs no field. */
public class InterruptFlag {
    static void workOk() {
        int steps = 0;
        while (!Thread.currentThread().isInterrupted()) {
            steps++;
        }
        System.out.println(steps > 0);
    }

    public static void main(String[] args) {
        Thread thread = new Thread(InterruptFlag::workOk);
        thread.start();
        thread.interrupt();
    }
}
