/** Main works alone, then with a thread, then alone again. */
public class TwoPhasesOfMain {
    private static int before;
    private static int during;
    private static int after;

    static void workBad() {
        before++;
        during++;  // expect: data-race TwoPhasesOfMain.during
        after++;
    }

    public static void main(String[] args) throws InterruptedException {
        before = 1;
        Thread thread = new Thread(TwoPhasesOfMain::workBad);
        thread.start();
        System.out.println(during);
        thread.join();
        after = 2;
    }
}
