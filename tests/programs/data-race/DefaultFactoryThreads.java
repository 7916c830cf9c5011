import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Each call of the JDK's factory makes a thread of its own: one is joined, the other is not. */
public class DefaultFactoryThreads {
    private static final ThreadFactory THREADS = Executors.defaultThreadFactory();
    private static int joined;
    private static int left;
    private static int first;
    private static int second;

    static void joinOk() {
        joined++;
    }

    static void leaveBad() {
        left++;  // expect: data-race DefaultFactoryThreads.left
    }

    static void firstOk() {
        first++;
    }

    static void secondOk() {
        second++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread mine = THREADS.newThread(DefaultFactoryThreads::joinOk);
        mine.start();
        mine.join();
        joined++;
        Thread other = THREADS.newThread(DefaultFactoryThreads::leaveBad);
        other.start();
        left++;  // expect: data-race DefaultFactoryThreads.left
        Thread one = THREADS.newThread(DefaultFactoryThreads::firstOk);
        Thread two = THREADS.newThread(DefaultFactoryThreads::secondOk);
        one.start();
        two.start();
        two.join();
        second++;
        one.join();
        first++;
    }
}
