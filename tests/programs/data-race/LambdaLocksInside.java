/** The lock is taken inside of the lambda that the threads run. */
public class LambdaLocksInside {
    static class Box {
        int value;
    }

    public static void main(String[] args) {
        Object lock = new Object();
        Box box = new Box();
        Runnable taskOk = () -> {
            synchronized (lock) {
                box.value++;
            }
        };
        new Thread(taskOk).start();
        new Thread(taskOk).start();
    }
}
