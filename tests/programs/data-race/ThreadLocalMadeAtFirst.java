// snarl: --open ThreadLocalMadeAtFirst
/** Each thread makes what is its own when it first asks for it; another one is found by a field that all know. */
public class ThreadLocalMadeAtFirst {
    private static final ThreadLocal<Loop> CURRENT = new ThreadLocal<>();
    private static final Loop COMMON = new Loop();

    private static class Loop {
        int count;
        int queued;
    }

    private static Loop current() {
        Loop loop = CURRENT.get();
        if (loop == null) {
            loop = new Loop();
            CURRENT.set(loop);
        }
        return loop;
    }

    public void enterOk() {
        Loop loop = current();
        loop.count++;
        leaveOk(loop);
    }

    private void leaveOk(Loop loop) {
        loop.count--;
    }

    public int countOk() {
        Loop loop = CURRENT.get();
        return loop == null ? 0 : loop.count;
    }

    public void queueBad() {
        current().queued++;
    }

    public void allBad() {
        COMMON.queued++;  // expect: data-race ThreadLocalMadeAtFirst$Loop.queued
    }
}
