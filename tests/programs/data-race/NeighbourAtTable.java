import java.util.ArrayList;
import java.util.List;

/** Neighbours at a table, each with a monitor of its own: to hold the one is not to hold the other. */
public class NeighbourAtTable {
    static class Fork {
        private int uses;
        private int washes;

        void useBad() {
            uses++;  // expect: data-race NeighbourAtTable$Fork.uses
        }

        void washOk() {
            washes++;
        }
    }

    static class Guest implements Runnable {
        private final Fork left;
        private final Fork right;

        Guest(Fork left, Fork right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            synchronized (left) {
                left.useBad();
                right.useBad();
                left.washOk();
            }
            synchronized (right) {
                right.washOk();
            }
        }
    }

    static class Thief extends Thread {
        private final List<Thief> all;
        private final List<Integer> jobs = new ArrayList<>();
        private final List<Integer> finds = new ArrayList<>();

        Thief(List<Thief> all) {
            this.all = all;
        }

        synchronized void addBad(int job) {
            jobs.add(job);
        }

        synchronized Integer stealBad() {
            for (Thief other : all) {
                if (other != this) {
                    return other.jobs.remove(0);  // expect: data-race container NeighbourAtTable$Thief.jobs
                }
            }
            return null;
        }

        synchronized void keepOk(int find) {
            finds.add(find);
        }

        void lookOk() {
            for (Thief other : all) {
                synchronized (other) {
                    System.out.println(other.finds);
                }
            }
        }

        @Override
        public void run() {
            addBad(1);
            keepOk(2);
            stealBad();
            lookOk();
        }
    }

    public static void main(String[] args) {
        Fork[] forks = new Fork[4];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new Fork();
        }
        for (int i = 0; i < forks.length; i++) {
            new Thread(new Guest(forks[i], forks[(i + 1) % forks.length])).start();
        }
        List<Thief> thieves = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            thieves.add(new Thief(thieves));
        }
        for (Thief thief : thieves) {
            thief.start();
        }
    }
}
