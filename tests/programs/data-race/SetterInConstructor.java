/**
 * A setter that constructors call sets what nobody knows yet; it races only where it is called for what others know,
 * and when that is.
 */
public class SetterInConstructor {
    static class Model {
        private int early;
        private int late;

        Model(int number) {
            setEarly(number);
            setLate(number);
        }

        void setEarly(int number) {
            early = number;
        }

        void setLate(int number) {
            late = number;  // expect: data-race SetterInConstructor$Model.late
        }
    }

    private static Model shared;

    static Model make(int number) {
        return new Model(number);
    }

    static void readOk() {
        System.out.println(shared.early);
    }

    static void readBad() {
        System.out.println(shared.late);
    }

    public static void main(String[] args) {
        shared = make(1);
        shared.setEarly(2);
        new Thread(() -> {
            readOk();
            readBad();
        }).start();
        System.out.println(make(3));
        shared.setLate(4);
    }
}
