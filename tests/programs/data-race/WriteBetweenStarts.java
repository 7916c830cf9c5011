/** What main writes after the first start and before the second is ordered for the second only. */
public class WriteBetweenStarts {
    private static int forBoth;
    private static int forSecond;

    static void firstBad() {
        System.out.println(forBoth);
    }

    static void secondOk() {
        System.out.println(forBoth + forSecond);
    }

    public static void main(String[] args) {
        new Thread(WriteBetweenStarts::firstBad).start();
        forBoth = 1;  // expect: data-race WriteBetweenStarts.forBoth
        forSecond = 2;
        new Thread(WriteBetweenStarts::secondOk).start();
    }
}
