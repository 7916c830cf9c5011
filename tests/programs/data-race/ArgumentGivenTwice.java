/** A method starts a thread with one argument and goes on with another: they may be the same, or one holds the other. */
public class ArgumentGivenTwice {
    static class Same {
        int value;
    }

    static class Other {
        int value;
    }

    static class Held {
        int value;
    }

    static class Holder {
        final Held held;

        Holder(Held held) {
            this.held = held;
        }
    }

    static void same(Same shared, Same mine) {
        new Thread(() -> shared.value++).start();
        mine.value++;  // expect: data-race ArgumentGivenTwice$Same.value
    }

    static void other(Other shared, Other mine) {
        new Thread(() -> shared.value++).start();
        mine.value++;
    }

    static void held(Holder shared, Held mine) {
        new Thread(() -> shared.held.value++).start();
        mine.value++;  // expect: data-race ArgumentGivenTwice$Held.value
    }

    static void sameBad() {
        Same given = new Same();
        same(given, given);
        System.out.println(given.value);
    }

    static void otherOk() {
        other(new Other(), new Other());
    }

    static void heldBad() {
        Held given = new Held();
        held(new Holder(given), given);
        System.out.println(given.value);
    }

    public static void main(String[] args) {
        sameBad();
        otherOk();
        heldBad();
    }
}
