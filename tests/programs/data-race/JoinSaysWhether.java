// needs: 19
import java.time.Duration;

/** A join with a limit that says whether the thread has ended. */
public class JoinSaysWhether {
    private static int asked;
    private static int ignored;

    static void askOk() throws InterruptedException {
        Thread thread = new Thread(() -> asked = 1);
        thread.start();
        if (thread.join(Duration.ofMillis(10))) {
            System.out.println(asked);
        }
    }

    static void ignoreBad() throws InterruptedException {
        Thread thread = new Thread(() -> ignored = 1);
        thread.start();
        thread.join(Duration.ofMillis(10));
        System.out.println(ignored);  // expect: data-race JoinSaysWhether.ignored
    }

    public static void main(String[] args) throws InterruptedException {
        askOk();
        ignoreBad();
    }
}
