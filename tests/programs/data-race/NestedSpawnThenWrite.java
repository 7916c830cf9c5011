/** A thread starts another, and goes on writing what that one reads. */
public class NestedSpawnThenWrite {
    private static int limit;

    static void inner() {
        System.out.println(limit);
    }

    static void outerBad() {
        new Thread(NestedSpawnThenWrite::inner).start();
        limit = 10;  // expect: data-race NestedSpawnThenWrite.limit
    }

    public static void main(String[] args) {
        new Thread(NestedSpawnThenWrite::outerBad).start();
    }
}
