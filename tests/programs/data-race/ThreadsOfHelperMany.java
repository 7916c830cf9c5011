/** A helper that starts all threads of a program: those are told apart, though they are many. */
public class ThreadsOfHelperMany {
    private static int one;
    private static int two;
    private static int three;
    private static int four;
    private static int five;
    private static int six;
    private static int seven;
    private static int sharedBad;

    static Thread start(Runnable task) {
        Thread thread = new Thread(task, "worker");
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        start(() -> one++);
        start(() -> two++);
        start(() -> three++);
        start(() -> four++);
        start(() -> five++);
        start(() -> six++);
        Thread last = start(() -> seven++);
        last.join();
        System.out.println(seven);
        start(() -> sharedBad++);  // expect: data-race ThreadsOfHelperMany.sharedBad
        start(() -> System.out.println(sharedBad));
    }
}
