/** Holds the lock of the account that it takes from, not of the one that it gives to. */
public class LockOfWrongObject {
    static class Account {
        int balance;
    }

    static void moveBad(Account from, Account to) {
        synchronized (from) {
            to.balance += 5;  // expect: data-race LockOfWrongObject$Account.balance
        }
    }

    public static void main(String[] args) {
        Account shared = new Account();
        Account mine = new Account();
        Account yours = new Account();
        new Thread(() -> moveBad(mine, shared)).start();
        new Thread(() -> moveBad(yours, shared)).start();
    }
}
