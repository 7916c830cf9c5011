import java.util.concurrent.locks.StampedLock;

/** An optimistic read is validated, and nobody looks at the answer. */
public class StampedAnswerIgnored {
    private final StampedLock lock = new StampedLock();
    private int left;
    private int right;

    void move() {
        long stamp = lock.writeLock();
        try {
            left++;
            right++;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int leftBad() {
        long stamp = lock.tryOptimisticRead();
        int found = left;  // expect: data-race StampedAnswerIgnored.left
        lock.validate(stamp);
        return found;
    }

    int rightOk() {
        while (true) {
            long stamp = lock.tryOptimisticRead();
            int found = right;
            boolean isValid = lock.validate(stamp);
            if (isValid) {
                return found;
            }
        }
    }

    public static void main(String[] args) {
        StampedAnswerIgnored all = new StampedAnswerIgnored();
        new Thread(all::move).start();
        new Thread(() -> System.out.println(all.leftBad() + all.rightOk())).start();
    }
}
