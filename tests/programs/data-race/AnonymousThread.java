/** An anonymous subclass of Thread that changes a field of the object around it. */
public class AnonymousThread {
    private int count;

    void startBad() {
        new Thread() {
            @Override
            public void run() {
                count++;  // expect: data-race AnonymousThread.count
            }
        }.start();
    }

    public static void main(String[] args) {
        AnonymousThread shared = new AnonymousThread();
        shared.startBad();
        shared.startBad();
    }
}
