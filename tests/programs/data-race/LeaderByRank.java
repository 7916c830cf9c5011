/** Each thread has another number, and only the one with the first does this. */
public class LeaderByRank {
    private int rounds;
    private int visits;
    private int reports;
    private int sums;
    private int others;
    private int again;

    void workOk(int rank) {
        if (rank == 0) {
            rounds++;
            reportOk();
        }
        if (rank != 1) {
            return;
        }
        sums++;
    }

    void reportOk() {
        reports++;
    }

    void workBad(int rank) {
        if (rank <= 1) {
            visits++;  // expect: data-race LeaderByRank.visits
        }
        if (rank != 0) {
            others++;  // expect: data-race LeaderByRank.others
        }
    }

    void againBad(int rank) {
        if (rank == 0) {
            again++;  // expect: data-race LeaderByRank.again
        }
    }

    static class Ranked extends Thread {
        static int steps;
        static int halves;
        private final int rank;

        Ranked(int rank) {
            this.rank = rank;
        }

        @Override
        public void run() {
            stepOk();
            halfBad();
        }

        private void stepOk() {
            if (rank == 0) {
                steps++;
            }
        }

        private void halfBad() {
            if (rank / 2 == 0) {
                halves++;  // expect: data-race LeaderByRank$Ranked.halves
            }
        }
    }

    void start() {
        for (int i = 0; i < 2; i++) {
            int rank = i;
            new Thread(() -> againBad(rank)).start();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LeaderByRank it = new LeaderByRank();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int rank = i;
            threads[i] = new Thread(() -> {
                it.workOk(rank);
                it.workBad(rank);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(it.rounds + it.visits + it.reports + it.sums);
        for (int i = 0; i < 3; i++) {
            new Ranked(i).start();
        }
        it.start();
        it.start();
    }
}
