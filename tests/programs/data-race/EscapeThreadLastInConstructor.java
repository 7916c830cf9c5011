/** Starting the thread is the last thing that the constructor does. */
public class EscapeThreadLastInConstructor {
    private int limit;

    EscapeThreadLastInConstructor() {
        limit = 2;
        new Thread(this::showOk).start();
    }

    private void showOk() {
        System.out.println(limit);
    }

    public static void main(String[] args) {
        new EscapeThreadLastInConstructor();
    }
}
