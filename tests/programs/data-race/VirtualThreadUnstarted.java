// needs: 21

/** A virtual thread that is made first and started later is joined as any other. */
public class VirtualThreadUnstarted {
    private static int joined;
    private static int left;

    static void joinOk() throws InterruptedException {
        Thread thread = Thread.ofVirtual().unstarted(() -> joined++);
        joined = 5;
        thread.start();
        thread.join();
        System.out.println(joined);
    }

    static void leaveBad() throws InterruptedException {
        Thread thread = Thread.ofVirtual().unstarted(() -> left++);
        Thread other = Thread.ofVirtual().unstarted(() -> System.out.println());
        thread.start();
        other.start();
        other.join();
        System.out.println(left);  // expect: data-race VirtualThreadUnstarted.left
    }

    public static void main(String[] args) throws InterruptedException {
        joinOk();
        leaveBad();
    }
}
