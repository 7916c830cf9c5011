/** The constructor starts a thread on `this`, and goes on writing. */
public class EscapeThreadInConstructor {
    private int early;
    private int late;

    EscapeThreadInConstructor() {
        early = 1;
        new Thread(this::showBad).start();
        late = 2;  // expect: data-race EscapeThreadInConstructor.late
    }

    private void showBad() {
        System.out.println(early + late);
    }

    public static void main(String[] args) {
        new EscapeThreadInConstructor();
    }
}
