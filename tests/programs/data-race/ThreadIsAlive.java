/** When isAlive says no, all that the thread did has happened; before that, nobody knows. */
public class ThreadIsAlive {
    private static int result;
    private static int progress;

    static void computeOk() {
        result = 42;
    }

    static void progressBad() {
        progress = 1;  // expect: data-race ThreadIsAlive.progress
    }

    public static void main(String[] args) {
        Thread thread = new Thread(ThreadIsAlive::computeOk);
        thread.start();
        while (thread.isAlive()) {
            Thread.onSpinWait();
        }
        System.out.println(result);
        Thread other = new Thread(ThreadIsAlive::progressBad);
        other.start();
        while (other.isAlive()) {
            System.out.println(progress);
        }
    }
}
