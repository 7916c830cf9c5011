/** Making a task with the lock held does not lock when the task runs. */
public class LambdaMadeUnderLock {
    private int value;

    synchronized Runnable taskBad() {
        return () -> value++;  // expect: data-race LambdaMadeUnderLock.value
    }

    public static void main(String[] args) {
        LambdaMadeUnderLock shared = new LambdaMadeUnderLock();
        new Thread(shared.taskBad()).start();
        new Thread(shared.taskBad()).start();
    }
}
