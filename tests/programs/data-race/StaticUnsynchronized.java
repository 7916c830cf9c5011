/** Static state that two threads change. */
public class StaticUnsynchronized {
    private static int next;

    static int nextBad() {
        return next++;  // expect: data-race StaticUnsynchronized.next
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(nextBad())).start();
        System.out.println(nextBad());
    }
}
