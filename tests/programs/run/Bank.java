/**
 * In the spirit of paper 5's bank: tellers move money between accounts, each of which they lock. What
 * constructors and setters set, they set without a lock; one setter is called while tellers work.
 */
public final class Bank {
    private static final int TELLERS = 8;
    private static final int ROUNDS = 200;

    private Bank() {}

    static final class Account {
        final int number;
        private long balance;
        private long limit;

        Account(int number, long balance) {
            this.number = number;
            this.balance = balance;
        }

        void setLimit(long limit) {
            this.limit = limit;
        }

        boolean allows(long cents) {
            return cents <= limit;
        }

        synchronized void add(long cents) {
            balance += cents;
        }

        synchronized long balance() {
            return balance;
        }
    }

    static final class Fees {
        private long fee;

        void set(long cents) {
            fee = cents;
        }

        long get() {
            return fee;
        }
    }

    static void work(Account[] accounts, Fees fees, int teller) {
        for (int round = 0; round < ROUNDS; round++) {
            Account from = accounts[(teller + round) % accounts.length];
            Account to = accounts[(teller + round + 1) % accounts.length];
            long cents = 1 + fees.get();
            if (from.allows(cents)) {
                from.add(-cents);
                to.add(cents);
            }
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account[] accounts = new Account[4];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account(i, 1000);
            accounts[i].setLimit(10);
        }
        Fees fees = new Fees();
        Thread[] tellers = new Thread[TELLERS];
        for (int i = 0; i < TELLERS; i++) {
            int teller = i;
            tellers[i] = new Thread(() -> work(accounts, fees, teller), "teller-" + i);
            tellers[i].start();
        }
        fees.set(1);
        long sum = 0;
        for (Thread teller : tellers) {
            teller.join();
        }
        for (Account account : accounts) {
            sum += account.balance();
        }
        System.out.println(sum);
    }
}
