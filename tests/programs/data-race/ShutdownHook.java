/** A hook may run while main still works. */
public class ShutdownHook {
    private static int saved;

    static void reportBad() {
        System.out.println(saved);
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(ShutdownHook::reportBad));
        for (int i = 0; i < 10; i++) {
            saved = i;  // expect: data-race ShutdownHook.saved
        }
    }
}
