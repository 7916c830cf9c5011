// snarl: --open ArrayElementsApart
import java.util.concurrent.locks.ReentrantLock;

/** Two elements of one array, far apart in memory, each with a lock of its own. */
public class ArrayElementsApart {
    private static final int HEAD = 8;
    private static final int TAIL = HEAD + 16;
    private final int[] indices = new int[32];
    private final int[] mixed = new int[32];
    private final ReentrantLock head = new ReentrantLock();
    private final ReentrantLock tail = new ReentrantLock();

    public void takeOk() {
        head.lock();
        try {
            indices[HEAD]++;
            mixed[HEAD]++;
        } finally {
            head.unlock();
        }
    }

    public void putOk() {
        tail.lock();
        try {
            indices[TAIL]++;
        } finally {
            tail.unlock();
        }
    }

    public void putBad(int at) {
        tail.lock();
        try {
            mixed[at]++;  // expect: data-race array ArrayElementsApart.mixed
        } finally {
            tail.unlock();
        }
    }
}
