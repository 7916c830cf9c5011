/** The item is written before the monitor is taken, and read after it was left, over and over. */
public class WaitNotifyOutside {
    private boolean full;
    private int item;

    void putBad(int item) {
        this.item = item;  // expect: data-race WaitNotifyOutside.item
        synchronized (this) {
            full = true;
            notifyAll();
        }
    }

    int take() throws InterruptedException {
        synchronized (this) {
            while (!full) {
                wait();
            }
            full = false;
        }
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        WaitNotifyOutside slot = new WaitNotifyOutside();
        new Thread(() -> {
            slot.putBad(5);
            slot.putBad(6);
        }).start();
        System.out.println(slot.take());
    }
}
