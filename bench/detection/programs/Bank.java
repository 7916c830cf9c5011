import java.util.concurrent.locks.ReentrantLock;

/**
 * A bank: transfers lock two accounts, in the order of their numbers; a clerk prices each of them,
 * and now and then a branch is counted, which takes a lock of its own.
 */
final class Bank {
    private static final int ACCOUNTS = 512;
    private static final int BRANCHES = 8;
    private static final int TRANSFERS_A_COUNT = 500;

    private static final class Account {
        private final int number;
        private long balance = 1_000_000;
        private long fees;
        private final long[] latest = new long[16];
        private int transfers;

        Account(int number) {
            this.number = number;
        }

        synchronized void add(long amount, long fee) {
            balance += amount;
            fees += fee;
            latest[transfers++ & 15] = amount;
        }

        synchronized long worth() {
            return balance + fees;
        }
    }

    /** Prices transfers; one for each thread. */
    private static final class Clerk {
        private final long[] rates = new long[64];
        private long priced;

        Clerk() {
            for (int i = 0; i < rates.length; i++) {
                rates[i] = 17L * i % 31 + 1;
            }
        }

        long fee(long amount) {
            long fee = 1;
            for (int i = 0; i < rates.length; i++) {
                fee = (fee * rates[i] + amount + i) % 1_009;
            }
            priced++;
            return fee;
        }
    }

    private final Account[] accounts = new Account[ACCOUNTS];
    private final ReentrantLock[] branches = new ReentrantLock[BRANCHES];
    private final long[] counted = new long[BRANCHES];

    private Bank() {
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts[i] = new Account(i);
        }
        for (int i = 0; i < BRANCHES; i++) {
            branches[i] = new ReentrantLock();
        }
    }

    private void work(int worker, int transfers) {
        Random64 random = new Random64(worker);
        Clerk clerk = new Clerk();
        for (int i = 0; i < transfers; i++) {
            Account from = accounts[random.below(ACCOUNTS)];
            Account to = accounts[random.below(ACCOUNTS)];
            long amount = random.below(100);
            transfer(from, to, amount, clerk.fee(amount));
            if (i % TRANSFERS_A_COUNT == 0) {
                count(random.below(BRANCHES));
            }
        }
    }

    private static void transfer(Account from, Account to, long amount, long fee) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.add(-amount - fee, fee);
                to.add(amount, 0);
            }
        }
    }

    private void count(int branch) {
        branches[branch].lock();
        try {
            long sum = 0;
            for (int i = branch; i < ACCOUNTS; i += BRANCHES) {
                sum += accounts[i].worth();
            }
            counted[branch] = Math.max(counted[branch], sum);
        } finally {
            branches[branch].unlock();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int transfers = Integer.parseInt(arguments[1]);
        Bank bank = new Bank();
        Workers.run(threads, worker -> bank.work(worker, transfers));
        long sum = 0;
        for (Account account : bank.accounts) {
            sum = 31 * sum + account.balance + account.fees + account.transfers;
        }
        System.out.println("checksum " + Long.toHexString(sum));
    }
}
