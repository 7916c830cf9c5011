/** A method of the program's own that is called as one of the JDK's which waits for its tasks. */
public class InvokeOfOwn {
    interface Action {
        void invoke();
    }

    static int early;
    static int late;
    static Thread thread;

    static void run(Action action) {
        action.invoke();
    }

    static void notAwaitedBad() throws InterruptedException {
        run(() -> {
            thread = new Thread(() -> early = 1);
            thread.start();
        });
        System.out.println(early);  // expect: data-race InvokeOfOwn.early
        thread.join();
    }

    static void awaitedOk() throws InterruptedException {
        Thread mine = new Thread(() -> late = 1);
        run(() -> mine.start());
        mine.join();
        System.out.println(late);
    }

    public static void main(String[] args) throws InterruptedException {
        notAwaitedBad();
        awaitedOk();
    }
}
