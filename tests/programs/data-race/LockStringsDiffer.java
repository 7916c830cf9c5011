/** Two string constants are two locks. */
public class LockStringsDiffer {
    private static int count;

    static void upBad() {
        synchronized ("up") {
            count = 1;  // expect: data-race LockStringsDiffer.count
        }
    }

    static void showBad() {
        synchronized ("show") {
            System.out.println(count);
        }
    }

    public static void main(String[] args) {
        new Thread(LockStringsDiffer::upBad).start();
        new Thread(LockStringsDiffer::showBad).start();
    }
}
