// snarl: --open OwnerThread
/** What only the thread that has made an object may do, and asks for first. */
public class OwnerThread {
    private final Thread owner = Thread.currentThread();
    private int countOk;
    private int sumOk;
    private int lateBad;
    private int otherBad;

    private boolean isOwner() {
        return is(Thread.currentThread());
    }

    private boolean is(Thread thread) {
        return thread == owner;
    }

    public void countOk() {
        if (Thread.currentThread() == owner) {
            countOk++;
        }
    }

    public void sumOk(int number) {
        if (!isOwner()) {
            throw new IllegalStateException("another thread");
        }
        add(number);
    }

    private void add(int number) {
        sumOk += number;
    }

    public void lateBad() {
        if (Thread.currentThread() == owner) {
            countOk++;
        }
        lateBad++;  // expect: data-race OwnerThread.lateBad
    }

    /** It is not the running thread that is asked for. */
    public void otherBad(Thread thread) {
        if (is(thread)) {
            otherBad++;  // expect: data-race OwnerThread.otherBad
        }
    }
}
