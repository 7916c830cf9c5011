import java.util.concurrent.locks.ReentrantLock;

/** Whether it locks and whether it shares depend on one flag. */
public class FP_CorrelatedBranches {
    private final ReentrantLock lock = new ReentrantLock();
    private final boolean shared;
    private int count;

    FP_CorrelatedBranches(boolean shared) {
        this.shared = shared;
    }

    void countOk() {
        if (shared) {
            lock.lock();
        }
        count++;  // false alarm: data-race FP_CorrelatedBranches.count
        if (shared) {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        FP_CorrelatedBranches counter = new FP_CorrelatedBranches(args.length == 0);
        if (args.length == 0) {
            new Thread(counter::countOk).start();
        }
        counter.countOk();
    }
}
