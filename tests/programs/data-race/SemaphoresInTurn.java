import java.util.concurrent.Semaphore;

/** Of two semaphores, one permit is there in all: who has it gives it to the other side. */
public class SemaphoresInTurn {
    private final Semaphore empty = new Semaphore(1);
    private final Semaphore full = new Semaphore(0);
    private int value;

    void putOk(int number) {
        empty.acquireUninterruptibly();
        value = number;
        full.release();
    }

    int takeOk() {
        full.acquireUninterruptibly();
        int taken = value;
        empty.release();
        return taken;
    }

    public static void main(String[] args) {
        SemaphoresInTurn slot = new SemaphoresInTurn();
        new Thread(() -> {
            for (int i = 0; i < 5; i++) {
                slot.putOk(i);
            }
        }).start();
        for (int i = 0; i < 5; i++) {
            System.out.println(slot.takeOk());
        }
    }
}
