/** All threads that die come to the same handler, perhaps at the same time. */
public class UncaughtHandler {
    private static int died;
    private static int counted;

    private static void dieBad() {
        died++;  // expect: data-race UncaughtHandler.died
    }

    private static synchronized void countOk() {
        counted++;
    }

    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            dieBad();
            countOk();
        });
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                throw new IllegalStateException("on purpose");
            }).start();
        }
    }
}
