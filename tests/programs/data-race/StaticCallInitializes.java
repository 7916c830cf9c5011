import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A call of a static method may run the initializer of its class first, and means the method all the same. */
public class StaticCallInitializes {
    static final class Held {
        private static final Lock LOCK = new ReentrantLock();

        static Lock get() {
            return LOCK;
        }

        static void take() {
            LOCK.lock();
        }

        static void giveBack() {
            LOCK.unlock();
        }
    }

    static final class Cell {
        private static final int FIRST = Integer.getInteger("first", 7);
        int value;

        static Cell make() {
            Cell made = new Cell();
            made.value = FIRST;
            return made;
        }
    }

    static final class Waiting {
        private static final String NAME = System.getProperty("user.name");

        static void forEnd(Thread thread) throws InterruptedException {
            thread.join();
            System.out.println(NAME);
        }
    }

    private static volatile Cell known;
    private static int count;
    private static int result;
    private static int wrongBad;

    static void countOk() {
        Lock lock = Held.get();
        lock.lock();
        count++;
        lock.unlock();
        Held.take();
        count++;
        Held.giveBack();
        wrongBad++;  // expect: data-race StaticCallInitializes.wrongBad
    }

    static void publishOk() {
        Cell made = Cell.make();
        made.value++;
        known = made;
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            new Thread(StaticCallInitializes::countOk).start();
        }
        new Thread(StaticCallInitializes::publishOk).start();
        Cell seen = known;
        System.out.println(seen == null ? 0 : seen.value);
        Thread thread = new Thread(() -> result = 1);
        thread.start();
        Waiting.forEnd(thread);
        System.out.println(result);
    }
}
