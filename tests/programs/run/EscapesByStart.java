/** Paper 5, figure 8: a constructor sets a field, then starts a thread that reads it. */
public final class EscapesByStart implements Runnable {
    private boolean changed;

    EscapesByStart() throws InterruptedException {
        Thread thread = new Thread(this, "checker");
        initialize();
        thread.start();
        thread.join();
    }

    private void initialize() {
        changed = true;
    }

    @Override
    public void run() {
        System.out.println(changed);
    }

    public static void main(String[] args) throws InterruptedException {
        new EscapesByStart();
    }
}
