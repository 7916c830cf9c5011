/** wait gives the monitor up, and has it again when it returns. */
public class WaitNotify {
    private boolean full;
    private int item;

    synchronized void putOk(int item) {
        this.item = item;
        full = true;
        notifyAll();
    }

    synchronized int takeOk() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        WaitNotify slot = new WaitNotify();
        new Thread(() -> slot.putOk(5)).start();
        System.out.println(slot.takeOk());
    }
}
