import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** A semaphore of one permit is a lock, one of two is not, and one without is a signal. */
public class Semaphores {
    static class Mutex {
        private final Semaphore permit = new Semaphore(1);
        private int guarded;

        void incOk() throws InterruptedException {
            permit.acquire();
            try {
                guarded++;
            } finally {
                permit.release();
            }
        }
    }

    static class TwoPermits {
        private final Semaphore permits = new Semaphore(2);
        private int guarded;

        void incBad() throws InterruptedException {
            permits.acquire();
            try {
                guarded++;  // expect: data-race Semaphores$TwoPermits.guarded
            } finally {
                permits.release();
            }
        }
    }

    static class WrongTurn {
        private final Semaphore ping = new Semaphore(1);
        private final Semaphore pong = new Semaphore(1);
        private int ball;

        void ping() throws InterruptedException {
            ping.acquire();
            ball++;  // expect: data-race Semaphores$WrongTurn.ball
            pong.release();
        }

        void pongBad() throws InterruptedException {
            pong.acquire();
            ball--;
            ping.release();
        }
    }

    static class Signal {
        private final Semaphore done = new Semaphore(0);
        private int answer;

        void computeOk() {
            answer = 42;
            done.release();
        }

        int awaitOk() throws InterruptedException {
            done.acquire();
            return answer;
        }
    }

    static class Latched {
        private final CountDownLatch latch = new CountDownLatch(1);
        private int before, after;

        void workBad() {
            before = 1;
            latch.countDown();
            after = 2;  // expect: data-race Semaphores$Latched.after
        }

        int readBad() throws InterruptedException {
            latch.await();
            return before + after;
        }
    }

    interface Action {
        void run() throws InterruptedException;
    }

    static Thread start(Action action) {
        Thread t = new Thread(() -> {
            try {
                action.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        t.start();
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        Mutex mutex = new Mutex();
        TwoPermits two = new TwoPermits();
        WrongTurn wt = new WrongTurn();
        Signal signal = new Signal();
        Latched latched = new Latched();
        Thread a = start(() -> {
            mutex.incOk();
            two.incBad();
            wt.ping();
            signal.computeOk();
            latched.workBad();
        });
        Thread b = start(() -> {
            mutex.incOk();
            two.incBad();
            wt.pongBad();
            System.out.println(signal.awaitOk());
            System.out.println(latched.readBad());
        });
        a.join();
        b.join();
    }
}
