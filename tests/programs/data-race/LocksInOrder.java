import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Both of two objects are locked, in the order of their numbers; or twice the same one. */
public class LocksInOrder {
    static class Account {
        final Lock lock = new ReentrantLock();
        final int number;
        int ok;
        int locked;
        int bad;
        int behind;

        Account(int number) {
            this.number = number;
        }
    }

    static void moveOk(Account from, Account to) {
        Account first = from.number < to.number ? from : to;
        Account second = from.number < to.number ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.ok--;
                to.ok++;
            }
            from.behind++;  // expect: data-race LocksInOrder$Account.behind
        }
    }

    static void moveLockedOk(Account from, Account to) {
        Account first = from;
        Account second = to;
        if (to.number < from.number) {
            first = to;
            second = from;
        }
        first.lock.lock();
        second.lock.lock();
        from.locked--;
        to.locked++;
        second.lock.unlock();
        first.lock.unlock();
    }

    static void moveBad(Account from, Account to) {
        Account first = from.number < to.number ? from : to;
        Account second = from.number < to.number ? from : to;
        synchronized (first) {
            synchronized (second) {
                from.bad--;
                to.bad++;  // expect: data-race LocksInOrder$Account.bad
            }
        }
    }

    public static void main(String[] args) {
        Account one = new Account(1);
        Account two = new Account(2);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> moveOk(one, two)).start();
            new Thread(() -> moveOk(two, one)).start();
            new Thread(() -> moveLockedOk(one, two)).start();
            new Thread(() -> moveLockedOk(two, one)).start();
            new Thread(() -> moveBad(one, two)).start();
            new Thread(() -> moveBad(two, one)).start();
        }
    }
}
