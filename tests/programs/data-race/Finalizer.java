/** Finalizers run in a thread of the JVM. */
public class Finalizer {
    private static int closed;

    @Override
    protected void finalize() {
        closeBad();
    }

    private static void closeBad() {
        closed++;  // expect: data-race Finalizer.closed
    }

    public static void main(String[] args) {
        new Finalizer();
        System.out.println(closed);
    }
}
