/** Each object is guarded by its own monitor, whichever object it is. */
public class LockOfTheObjectItself {
    static class Account {
        int balance;
    }

    static void bookOk(Account account) {
        synchronized (account) {
            account.balance++;
        }
    }

    public static void main(String[] args) {
        Account[] accounts = {new Account(), new Account()};
        for (int i = 0; i < 4; i++) {
            Account account = accounts[i % 2];
            new Thread(() -> bookOk(account)).start();
        }
    }
}
