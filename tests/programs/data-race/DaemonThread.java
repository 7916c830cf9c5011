/** A daemon thread races like any other. */
public class DaemonThread {
    private static long ticks;

    static void tickBad() {
        for (int i = 0; i < 100; i++) {
            ticks++;  // expect: data-race DaemonThread.ticks
        }
    }

    public static void main(String[] args) {
        Thread clock = new Thread(DaemonThread::tickBad);
        clock.setDaemon(true);
        clock.start();
        System.out.println(ticks);
    }
}
