import java.util.concurrent.Semaphore;

/** A semaphore without a permit makes the reader wait for the writer's release. */
public class SemaphoreAsSignal {
    private static final Semaphore DONE = new Semaphore(0);
    private static int result;

    static void computeOk() {
        result = 42;
        DONE.release();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(SemaphoreAsSignal::computeOk).start();
        DONE.acquire();
        System.out.println(result);
    }
}
