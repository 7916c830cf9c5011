import java.util.concurrent.Callable;

/** A lambda that gives back what it captured gives no argument of its call. */
public class LambdaGivesBackCaptured {
    private final Object lock = new Object();
    private int guarded;
    private int loose;
    private int last;

    void countOk(Callable<Object> of) throws Exception {
        synchronized (of.call()) {
            guarded++;
        }
    }

    void countBad(Callable<Object> of) throws Exception {
        synchronized (of.call()) {
            loose++;  // expect: data-race LambdaGivesBackCaptured.loose
        }
    }

    void countLastBad(Callable<Object> of) throws Exception {
        synchronized (of.call()) {
            last++;  // expect: data-race LambdaGivesBackCaptured.last
        }
    }

    void work(Object own) {
        String first = "first";
        try {
            countOk(() -> lock);
            countBad(() -> own);
            countLastBad(() -> {
                System.out.println(first);
                return own;
            });
            countBad(() -> first.isEmpty() ? lock : own);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LambdaGivesBackCaptured it = new LambdaGivesBackCaptured();
        Thread one = new Thread(() -> it.work(new Object()));
        Thread two = new Thread(() -> it.work(new Object()));
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(it.guarded + it.loose + it.last);
    }
}
