/** A helper starts threads for its callers, who join them. */
public class ThreadsOfHelper {
    private static int first;
    private static int second;
    private static int third;

    static Thread started(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    private Thread startedByObject(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    static void firstOk() {
        first = 1;
    }

    static void secondBad() {
        second = 2;  // expect: data-race ThreadsOfHelper.second
    }

    static void thirdOk() {
        third = 3;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = started(ThreadsOfHelper::firstOk);
        Thread two = started(ThreadsOfHelper::secondBad);
        one.join();
        System.out.println(first + second);
        two.join();
        ThreadsOfHelper helper = new ThreadsOfHelper();
        Thread three = helper.startedByObject(ThreadsOfHelper::thirdOk);
        helper.startedByObject(ThreadsOfHelper::firstOk);
        three.join();
        System.out.println(third);
    }
}
