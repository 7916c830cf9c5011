/** A getter that workers call with the lock, and main without it when they are done. */
public class GetterLockedInOneThread {
    static class Counter {
        private int count;
        private int other;

        int get() {
            return count;
        }

        int getOtherBad() {
            return other;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Runnable work = () -> {
            synchronized (counter) {
                counter.count = counter.get() + 1;
                counter.other = counter.getOtherBad() + 1;  // expect: data-race GetterLockedInOneThread$Counter.other
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        System.out.println(counter.getOtherBad());
        one.join();
        two.join();
        System.out.println(counter.get());
    }
}
