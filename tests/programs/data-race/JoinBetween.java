/** The second thread starts when the first has ended. */
public class JoinBetween {
    private static int value;

    static void workOk() {
        value++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(JoinBetween::workOk);
        first.start();
        first.join();
        Thread second = new Thread(JoinBetween::workOk);
        second.start();
        second.join();
        System.out.println(value);
    }
}
