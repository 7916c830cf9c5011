// needs: 21

/** Threads from a builder: one races with main, one is joined. */
public class ThreadBuilder {
    private static int early;
    private static int late;

    static void earlyBad() {
        early = 1;  // expect: data-race ThreadBuilder.early
    }

    static void lateOk() {
        late = 2;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread.ofPlatform().name("early").start(ThreadBuilder::earlyBad);
        Thread second = Thread.ofPlatform().unstarted(ThreadBuilder::lateOk);
        second.start();
        second.join();
        System.out.println(early + late);
    }
}
