/** The lock is a field of the object that it guards, and others use it. */
public class LockInOtherObject {
    static class Account {
        final Object lock = new Object();
        int balance;
    }

    static class Clerk extends Thread {
        private final Account account;

        Clerk(Account account) {
            this.account = account;
        }

        @Override
        public void run() {
            bookOk();
        }

        private void bookOk() {
            synchronized (account.lock) {
                account.balance++;
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            Account account = new Account();
            new Clerk(account).start();
            new Clerk(account).start();
        }
    }
}
