/** Threads that do the same work, each with its number. */
final class Workers {
    interface Work {
        void run(int worker) throws Exception;
    }

    private Workers() {}

    /** Runs all to their end; what one of them throws ends the program. */
    static void run(int count, Work work) throws InterruptedException {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int worker = i;
            threads[i] = new Thread(() -> execute(work, worker), "worker-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void execute(Work work, int worker) {
        try {
            work.run(worker);
        } catch (Exception problem) {
            problem.printStackTrace();
            System.exit(1);
        }
    }
}
