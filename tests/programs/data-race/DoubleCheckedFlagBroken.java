/** The flag is set too early, is set back, or is set without the lock. */
public class DoubleCheckedFlagBroken {
    private volatile boolean isEarly;
    private volatile boolean isReset;
    private volatile boolean isFree;
    private int early;
    private int reset;
    private int free;

    int earlyBad() {
        if (!isEarly) {
            synchronized (this) {
                if (!isEarly) {
                    isEarly = true;
                    early = 42;  // expect: data-race DoubleCheckedFlagBroken.early
                }
            }
        }
        return isEarly ? early : 0;
    }

    int resetBad() {
        if (!isReset) {
            synchronized (this) {
                if (!isReset) {
                    reset++;  // expect: data-race DoubleCheckedFlagBroken.reset
                    isReset = true;
                }
            }
        }
        return isReset ? reset : 0;
    }

    synchronized void clearOk() {
        isReset = false;
    }

    int freeBad() {
        if (!isFree) {
            free++;  // expect: data-race DoubleCheckedFlagBroken.free
            isFree = true;
        }
        return isFree ? free : 0;
    }

    public static void main(String[] args) {
        DoubleCheckedFlagBroken shared = new DoubleCheckedFlagBroken();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                System.out.println(shared.earlyBad() + shared.resetBad() + shared.freeBad());
                shared.clearOk();
            }).start();
        }
    }
}
