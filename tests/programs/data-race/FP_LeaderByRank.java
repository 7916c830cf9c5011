/** Each thread has another number, and only the one with the first does this. */
public class FP_LeaderByRank {
    private int rounds;
    private int visits;

    void workOk(int rank) {
        if (rank == 0) {
            rounds++;  // false alarm: data-race FP_LeaderByRank.rounds
        }
    }

    void workBad(int rank) {
        if (rank <= 1) {
            visits++;  // expect: data-race FP_LeaderByRank.visits
        }
    }

    public static void main(String[] args) throws InterruptedException {
        FP_LeaderByRank it = new FP_LeaderByRank();
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
        System.out.println(it.rounds + it.visits);
    }
}
