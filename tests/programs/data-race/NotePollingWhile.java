/** A thread that runs until its plain flag is cleared, in the usual form. */
public class NotePollingWhile extends Thread {
    private boolean running = true;

    @Override
    public void run() {
        while (running) {
            try {
                sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    void finishBad() {
        running = false;  // expect: data-race NotePollingWhile.running (note)
    }

    public static void main(String[] args) {
        NotePollingWhile thread = new NotePollingWhile();
        thread.start();
        thread.finishBad();
        thread.interrupt();
    }
}
