import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** All wait at the one barrier and at the other in turn: what is done between two waits is told by both of them. */
public class TwoBarriersInTurn {
    private final CyclicBarrier asked = new CyclicBarrier(3);
    private final CyclicBarrier answered = new CyclicBarrier(3);
    private final int[] answers = new int[2];
    private int question;
    private int late;

    void answerOk(int me) throws InterruptedException, BrokenBarrierException {
        for (int round = 0; round < 5; round++) {
            asked.await();
            answers[me] = question + me;
            lateBad();
            answered.await();
        }
    }

    private void lateBad() {
        System.out.println(late);  // expect: data-race TwoBarriersInTurn.late
    }

    void askOk() throws InterruptedException, BrokenBarrierException {
        for (int round = 0; round < 5; round++) {
            question = round;
            asked.await();
            late = round;
            answered.await();
            System.out.println(answers[0] + answers[1]);
        }
    }

    /** The second barrier is not for who asks: he goes on when the others still answer. */
    static class NotForAll {
        private final CyclicBarrier asked = new CyclicBarrier(3);
        private final CyclicBarrier answered = new CyclicBarrier(2);
        private final int[] answers = new int[2];

        void answer(int me) throws InterruptedException, BrokenBarrierException {
            for (int round = 0; round < 5; round++) {
                asked.await();
                answers[me] = round;
                answered.await();
            }
        }

        void askBad() throws InterruptedException, BrokenBarrierException {
            for (int round = 0; round < 5; round++) {
                asked.await();
                System.out.println(answers[0] + answers[1]);  // expect: data-race array TwoBarriersInTurn$NotForAll.answers
            }
        }
    }

    /** Each team has a barrier of its own, and waits for nobody of the other. */
    static class Teams {
        private final CyclicBarrier even = new CyclicBarrier(2);
        private final CyclicBarrier odd = new CyclicBarrier(2);
        private int score;

        void play(int me) throws InterruptedException, BrokenBarrierException {
            for (int round = 0; round < 5; round++) {
                if (me % 2 == 0) {
                    even.await();
                    score = me;
                } else {
                    odd.await();
                    showBad();
                }
            }
        }

        private void showBad() {
            System.out.println(score);  // expect: data-race TwoBarriersInTurn$Teams.score
        }
    }

    interface Body {
        void run() throws InterruptedException, BrokenBarrierException;
    }

    static void start(Body body) {
        new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException | BrokenBarrierException stop) {
                Thread.currentThread().interrupt();
            }
        }).start();
    }

    public static void main(String[] args) throws InterruptedException, BrokenBarrierException {
        TwoBarriersInTurn quiz = new TwoBarriersInTurn();
        NotForAll other = new NotForAll();
        for (int i = 0; i < 2; i++) {
            int me = i;
            start(() -> quiz.answerOk(me));
            start(() -> other.answer(me));
        }
        Teams teams = new Teams();
        for (int i = 0; i < 4; i++) {
            int me = i;
            start(() -> teams.play(me));
        }
        start(other::askBad);
        quiz.askOk();
    }
}
