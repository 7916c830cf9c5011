/** Kotlin's `thread { … }`: a Thread subclass around a function, started, joined and read. */
public class KotlinThreadFunction {
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
        progress = 50;  // expect: data-race KotlinThreadFunction.progress
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = thread(KotlinThreadFunction::computeOk);
        thread(KotlinThreadFunction::reportBad);
        first.join();
        System.out.println(result + progress);
    }
}
