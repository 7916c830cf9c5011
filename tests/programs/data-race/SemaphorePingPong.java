import java.util.concurrent.Semaphore;

/** Two threads that hand one permit to each other, and some that do not. */
public class SemaphorePingPong {
    static class PingPong {
        private final Semaphore ping = new Semaphore(1);
        private final Semaphore pong = new Semaphore(0);
        private int ball;

        void pingOk() throws InterruptedException {
            for (int i = 0; i < 5; i++) {
                ping.acquire();
                ball++;
                pong.release();
            }
        }

        void pongOk() throws InterruptedException {
            for (int i = 0; i < 5; i++) {
                pong.acquire();
                ball--;
                ping.release();
            }
        }
    }

    static class PrintInTurn {
        private final Semaphore zero = new Semaphore(1);
        private final Semaphore odd = new Semaphore(0);
        private final Semaphore even = new Semaphore(0);
        private int next;

        void zeroOk() throws InterruptedException {
            for (int i = 1; i <= 4; i++) {
                zero.acquire();
                next = i;
                if (i % 2 == 0) {
                    even.release();
                } else {
                    odd.release();
                }
            }
        }

        void oddOk() throws InterruptedException {
            for (int i = 1; i <= 4; i += 2) {
                odd.acquire();
                System.out.println(next);
                zero.release();
            }
        }

        void evenOk() throws InterruptedException {
            for (int i = 2; i <= 4; i += 2) {
                even.acquire();
                System.out.println(next);
                zero.release();
            }
        }
    }

    /** There are two permits in all. */
    static class TwoPermits {
        private final Semaphore ping = new Semaphore(1);
        private final Semaphore pong = new Semaphore(1);
        private int ball;

        void pingBad() throws InterruptedException {
            ping.acquire();
            ball++;  // expect: data-race SemaphorePingPong$TwoPermits.ball
            pong.release();
        }

        void pong() throws InterruptedException {
            pong.acquire();
            ball--;
            ping.release();
        }
    }

    /** Who releases has nothing. */
    static class OneMore {
        private final Semaphore ping = new Semaphore(1);
        private final Semaphore pong = new Semaphore(0);
        private int ball;

        void pingBad() throws InterruptedException {
            ping.acquire();
            ball++;  // expect: data-race SemaphorePingPong$OneMore.ball
            pong.release();
        }

        void pong() throws InterruptedException {
            pong.acquire();
            ball--;
            ping.release();
        }

        void moreBad() {
            pong.release();
        }
    }

    /** It is given away too early. */
    static class TooEarly {
        private final Semaphore ping = new Semaphore(1);
        private final Semaphore pong = new Semaphore(0);
        private int ball;

        void pingBad() throws InterruptedException {
            ping.acquire();
            pong.release();
            ball++;  // expect: data-race SemaphorePingPong$TooEarly.ball
        }

        void pong() throws InterruptedException {
            pong.acquire();
            ball--;
            ping.release();
        }
    }

    interface Action {
        void run() throws InterruptedException;
    }

    static Thread start(Action action) {
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        PingPong pp = new PingPong();
        PrintInTurn print = new PrintInTurn();
        TwoPermits two = new TwoPermits();
        OneMore more = new OneMore();
        TooEarly early = new TooEarly();
        Thread a = start(() -> {
            pp.pingOk();
            print.zeroOk();
            two.pingBad();
            more.pingBad();
            early.pingBad();
        });
        Thread b = start(() -> {
            pp.pongOk();
            print.oddOk();
        });
        Thread c = start(() -> print.evenOk());
        Thread d = start(() -> {
            more.moreBad();
            more.pong();
            two.pong();
            early.pong();
        });
        a.join();
        b.join();
        c.join();
        d.join();
    }
}
