/** A thread that others start runs once; what it does is no secret to those who have it. */
public class OpenThreadClass extends Thread {
    private volatile boolean isOver;
    private int turns;
    private int shown;

    @Override
    public void run() {
        while (!isOver) {
            turnOk();
            showBad();
        }
    }

    private void turnOk() {
        turns++;
    }

    private void showBad() {
        shown++;  // expect: data-race OpenThreadClass.shown
    }

    public int shown() {
        return shown;
    }

    public void end() {
        isOver = true;
    }
}
