/** Each thread has another number, and only the one with the first does this. */
public class LeaderByRank {
    private int rounds;
    private int steps;
    private int turns;
    private int visits;
    private int both;
    private int again;
    private int twice;
    private int sums;
    private int others;
    private int halves;

    class Worker extends Thread {
        private final int id;

        Worker(int id) {
            this.id = id;
        }

        @Override
        public void run() {
            halveBad();
            if (id != 0) {
                return;
            }
            stepOk();
        }

        private void halveBad() {
            if (id / 2 == 0) {
                halves++;  // expect: data-race LeaderByRank.halves
            }
        }
    }

    void workOk(int rank) {
        if (rank == 0) {
            rounds++;
        }
    }

    void stepOk() {
        steps++;
    }

    void turnOk(int rank) {
        switch (rank) {
            case 1:
                turns++;
                break;
            default:
                break;
        }
    }

    void sumOk(int rank) {
        if (rank != 1) {
            return;
        }
        sums++;
    }

    void othersBad(int rank) {
        if (rank != 0) {
            others++;  // expect: data-race LeaderByRank.others
        }
    }

    void visitBad(int rank) {
        if (rank <= 1) {
            visits++;  // expect: data-race LeaderByRank.visits
        }
    }

    /** There are two who are the first: each of another loop. */
    void bothBad(int rank) {
        if (rank == 0) {
            both++;  // expect: data-race LeaderByRank.both
        }
    }

    /** The loop runs twice, and nobody has waited for the first threads. */
    void againBad(int rank) {
        if (rank == 0) {
            again++;  // expect: data-race LeaderByRank.again
        }
    }

    /** Two threads have the same number. */
    void twiceBad(int rank) {
        if (rank == 0) {
            twice++;  // expect: data-race LeaderByRank.twice
        }
    }

    void startAll(int count) {
        for (int i = 0; i < count; i++) {
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
                it.turnOk(rank);
                it.sumOk(rank);
                it.othersBad(rank);
                it.visitBad(rank);
                it.bothBad(rank);
            });
            threads[i].start();
        }
        for (int i = 0; i < 3; i++) {
            int rank = i;
            new Thread(() -> it.bothBad(rank)).start();
        }
        for (int i = 0; i < 3; i++) {
            int rank = i;
            Runnable task = () -> it.twiceBad(rank);
            for (int k = 0; k < 2; k++) {
                new Thread(task).start();
            }
        }
        for (int i = 0; i < 3; i++) {
            it.new Worker(i).start();
        }
        it.startAll(2);
        it.startAll(2);
    }
}
