/** Of two objects the first is locked, and then the one that was not the first; or the same one again. */
public class LocksFirstAndRest {
    static class Account {
        final int number;
        int ok;
        int turned;
        int bad;

        Account(int number) {
            this.number = number;
        }
    }

    static void moveOk(Account from, Account to) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.ok--;
                to.ok++;
            }
        }
    }

    static void turnedOk(Account from, Account to) {
        Account first = from.number < to.number ? from : to;
        Account second = from != first ? from : to;
        synchronized (first) {
            synchronized (second) {
                from.turned--;
                to.turned++;
            }
        }
    }

    static void moveBad(Account from, Account to) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? from : to;
        synchronized (first) {
            synchronized (second) {
                from.bad--;
                to.bad++;  // expect: data-race LocksFirstAndRest$Account.bad
            }
        }
    }

    public static void main(String[] args) {
        Account one = new Account(1);
        Account two = new Account(2);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                moveOk(one, two);
                turnedOk(two, one);
                moveBad(one, two);
            }).start();
        }
    }
}
