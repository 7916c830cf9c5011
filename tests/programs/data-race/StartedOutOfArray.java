/** What a task captures is known to threads that are started from where they were put. */
public class StartedOutOfArray {
    interface Work {
        void run(int worker);
    }

    private int count;

    void addBad(int worker) {
        count++;  // expect: data-race StartedOutOfArray.count
    }

    static void runAll(Work work) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int worker = i;
            threads[i] = new Thread(() -> work.run(worker));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StartedOutOfArray shared = new StartedOutOfArray();
        runAll(worker -> shared.addBad(worker));
        System.out.println(shared.count);
    }
}
