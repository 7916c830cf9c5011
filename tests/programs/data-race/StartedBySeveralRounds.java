/** What main does again, when a round before has started threads that start others, is no longer before all of them. */
public class StartedBySeveralRounds {
    private static int limit;
    private static int round;

    static void work() {
        workOk();
        workBad();
    }

    static void workOk() {
        System.out.println(limit);
    }

    static void workBad() {
        System.out.println(round);
    }

    static void start() {
        new Thread(StartedBySeveralRounds::work).start();
    }

    static void roundBad(int number) {
        round = number;  // expect: data-race StartedBySeveralRounds.round
        new Thread(StartedBySeveralRounds::start).start();
        start();
    }

    public static void main(String[] args) {
        limit = 3;
        for (int i = 0; i < limit; i++) {
            roundBad(i);
        }
    }
}
