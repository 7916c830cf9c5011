/** A thread that several others start is there only once main has started the first of them. */
public class StartedBySeveral {
    private static int before;
    private static int between;

    static void resendOk() {
        System.out.println(before);
    }

    static void resendBad() {
        System.out.println(between);
    }

    static void resend() {
        resendOk();
        resendBad();
        if (Math.random() < 0.5) {
            schedule();
        }
    }

    static void schedule() {
        new Thread(StartedBySeveral::resend).start();
    }

    static void listen() {
        schedule();
    }

    public static void main(String[] args) {
        before = 1;
        new Thread(StartedBySeveral::listen).start();
        between = 2;  // expect: data-race StartedBySeveral.between
        schedule();
    }
}
