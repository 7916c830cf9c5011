import java.util.concurrent.atomic.AtomicInteger;

/** A reader that does not ask for the bit of the writer comes in while somebody writes. */
public class SpinLockOfReadersUnasked {
    private static final int WRITER = 1;
    private static final int WAITER = 2;
    private static final int READER = 4;

    private final AtomicInteger state = new AtomicInteger();
    private int root;

    int findBad() {
        while (true) {
            int now = state.get();
            if ((now & WAITER) == 0 && state.compareAndSet(now, now + READER)) {
                int found = root;  // expect: data-race SpinLockOfReadersUnasked.root
                state.addAndGet(-READER);
                return found;
            }
        }
    }

    void changeBad(int next) {
        while (!state.compareAndSet(0, WRITER)) {
            Thread.onSpinWait();
        }
        root = next;
        state.set(0);
    }

    public static void main(String[] args) {
        SpinLockOfReadersUnasked tree = new SpinLockOfReadersUnasked();
        for (int i = 0; i < 2; i++) {
            int next = i;
            new Thread(() -> System.out.println(tree.findBad())).start();
            new Thread(() -> tree.changeBad(next)).start();
        }
    }
}
