/** Money goes from one account to another, under the lock of the one alone: the other's is not held. */
public class LockOfOther {
    static class Account {
        private long balance;
        private long savings;

        synchronized void deposit(long amount) {
            balance += amount;
        }

        synchronized void payBad(Account other, long amount) {
            balance -= amount;
            other.balance += amount;  // expect: data-race LockOfOther$Account.balance
        }

        void saveOk(Account other, long amount) {
            synchronized (other) {
                other.savings += amount;
            }
        }
    }

    public static void main(String[] args) {
        Account[] accounts = new Account[4];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account();
        }
        for (int i = 0; i < 8; i++) {
            Account one = accounts[i % 4];
            Account two = accounts[(i + 1) % 4];
            new Thread(() -> one.payBad(two, 1)).start();
            new Thread(() -> one.deposit(1)).start();
            new Thread(() -> one.saveOk(two, 1)).start();
        }
    }
}
