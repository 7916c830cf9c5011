import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Philosophers take a fork each by its lock; the one on the left guards nothing of the right one. */
public class LockOfNeighbour {
    static class Fork {
        final Lock lock = new ReentrantLock();
        int usesOk;
        int usesBad;
    }

    static class Philosopher implements Runnable {
        private final Fork left;
        private final Fork right;
        private int meals;

        Philosopher(Fork left, Fork right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            left.lock.lock();
            try {
                left.usesOk++;
                left.usesBad++;
                right.lock.lock();
                try {
                    right.usesOk++;
                    meals++;
                } finally {
                    right.lock.unlock();
                }
                right.usesBad++;  // expect: data-race LockOfNeighbour$Fork.usesBad
            } finally {
                left.lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Fork[] forks = new Fork[5];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new Fork();
        }
        Thread[] threads = new Thread[forks.length];
        Philosopher[] all = new Philosopher[forks.length];
        for (int i = 0; i < forks.length; i++) {
            Fork left = forks[i];
            Fork right = forks[(i + 1) % forks.length];
            all[i] = i == 0 ? new Philosopher(right, left) : new Philosopher(left, right);
            threads[i] = new Thread(all[i]);
            threads[i].start();
        }
        int total = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            total += all[i].meals;
        }
        System.out.println(total);
    }
}
