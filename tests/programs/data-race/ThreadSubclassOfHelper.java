/** A helper makes a subclass of Thread around a task, as Kotlin's `thread { … }` does; one is joined. */
public class ThreadSubclassOfHelper {
    static Thread thread(Runnable block) {
        Thread made = new Thread() {
            @Override
            public void run() {
                block.run();
            }
        };
        made.start();
        return made;
    }

    private static int result;
    private static int progress;

    static void computeOk() {
        result = 42;
    }

    static void reportBad() {
        progress = 50;  // expect: data-race ThreadSubclassOfHelper.progress
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = thread(ThreadSubclassOfHelper::computeOk);
        thread(ThreadSubclassOfHelper::reportBad);
        first.join();
        System.out.println(result + progress);
    }
}
