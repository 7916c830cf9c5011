/** A helper starts several threads at one call: to join the last of them is not enough. */
public class ThreadsOfHelperInLoop {
    private static int count;
    private static int last;

    static Thread started(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    static void countBad() {
        count++;  // expect: data-race ThreadsOfHelperInLoop.count
    }

    static void lastOk() {
        last = 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = null;
        for (int i = 0; i < 3; i++) {
            thread = started(ThreadsOfHelperInLoop::countBad);
        }
        thread.join();
        System.out.println(count);
        Thread other = started(ThreadsOfHelperInLoop::lastOk);
        other.join();
        System.out.println(last);
    }
}
