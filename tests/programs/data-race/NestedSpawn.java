/** Main's write is ordered for the thread that its thread starts. */
public class NestedSpawn {
    private static int limit;

    static void innerOk() {
        System.out.println(limit);
    }

    static void outerOk() {
        new Thread(NestedSpawn::innerOk).start();
    }

    public static void main(String[] args) {
        limit = 10;
        new Thread(NestedSpawn::outerOk).start();
    }
}
