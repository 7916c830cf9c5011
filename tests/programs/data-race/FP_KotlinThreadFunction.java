/** Kotlin's `thread { … }`: a Thread subclass around a function, started, joined and read. */
public class FP_KotlinThreadFunction {
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
        result = 42;  // false alarm: data-race FP_KotlinThreadFunction.result
    }

    static void reportBad() {
        progress = 50;  // expect: data-race FP_KotlinThreadFunction.progress
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = thread(FP_KotlinThreadFunction::computeOk);
        thread(FP_KotlinThreadFunction::reportBad);
        first.join();
        System.out.println(result + progress);
    }
}
