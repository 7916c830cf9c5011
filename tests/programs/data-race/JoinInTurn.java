/** Each turn of the loop ends its thread before the next begins. */
public class JoinInTurn {
    private static int value;

    static void workOk() {
        value++;
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(JoinInTurn::workOk);
            thread.start();
            thread.join();
        }
        System.out.println(value);
    }
}
