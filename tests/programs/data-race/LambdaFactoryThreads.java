import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Each call of a factory that is a lambda makes a thread of its own: one is joined, the other is not. */
public class LambdaFactoryThreads {
    private static final ThreadFactory THREADS = task -> {
        Thread made = new Thread(task);
        made.setDaemon(false);
        return made;
    };
    private static final ThreadFactory BARE = Thread::new;
    private static int joined;
    private static int left;
    private static int bare;
    private static int named;
    private static int unjoined;

    /** Its factory knows it. */
    static class Named {
        private final AtomicInteger count = new AtomicInteger();
        private final String prefix;
        final ThreadFactory threads = task -> new Thread(task, nextName());

        Named(String prefix) {
            this.prefix = prefix;
        }

        private String nextName() {
            return prefix + count.incrementAndGet();
        }
    }

    static void joinOk() {
        joined++;
    }

    static void leaveBad() {
        left++;  // expect: data-race LambdaFactoryThreads.left
    }

    static void bareOk() {
        bare++;
    }

    static void nameOk() {
        named++;
    }

    static void nameBad() {
        unjoined++;  // expect: data-race LambdaFactoryThreads.unjoined
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = THREADS.newThread(LambdaFactoryThreads::leaveBad);
        other.start();
        left++;  // expect: data-race LambdaFactoryThreads.left
        Thread mine = THREADS.newThread(LambdaFactoryThreads::joinOk);
        mine.start();
        mine.join();
        joined++;
        Thread bareOne = BARE.newThread(LambdaFactoryThreads::bareOk);
        bareOne.start();
        bareOne.join();
        bare++;
        BARE.newThread(LambdaFactoryThreads::leaveBad).start();
        Named naming = new Named("worker-");
        Thread last = naming.threads.newThread(LambdaFactoryThreads::nameOk);
        Thread never = naming.threads.newThread(LambdaFactoryThreads::nameBad);
        last.start();
        never.start();
        last.join();
        named++;
        unjoined++;  // expect: data-race LambdaFactoryThreads.unjoined
    }
}
