import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The lock of an account is that of its key: two maps, one of locks and one of accounts. */
public class LockByKey {
    static class Account {
        private int balance;
        private int limit;
        private int visits;
        private int fees;

        void visitOk() {
            visits++;
        }
    }

    private static final Map<String, Object> LOCKS = new ConcurrentHashMap<>();
    private static final Map<String, Lock> FORGOTTEN = new ConcurrentHashMap<>();
    private static final Map<String, Account> ACCOUNTS = new ConcurrentHashMap<>();

    static Account account(String id) {
        return ACCOUNTS.computeIfAbsent(id, it -> new Account());
    }

    static Object lockOf(String id) {
        return LOCKS.computeIfAbsent(id, it -> new Object());
    }

    static void depositOk(String id, int amount) {
        synchronized (LOCKS.computeIfAbsent(id, it -> new Object())) {
            ACCOUNTS.computeIfAbsent(id, it -> new Account()).balance += amount;
        }
    }

    static int balanceOk(String id) {
        synchronized (lockOf(id)) {
            Account found = ACCOUNTS.get(id);
            return found == null ? 0 : found.balance;
        }
    }

    static void visitOk(String id) {
        synchronized (lockOf(id)) {
            account(id).visitOk();
        }
    }

    /** The lock is that of another key. */
    static void limitBad(String id, String other) {
        synchronized (lockOf(other)) {
            account(id).limit++;  // expect: data-race LockByKey$Account.limit
        }
    }

    /** The lock may be forgotten while somebody holds it. */
    static void feeBad(String id) {
        Lock lock = FORGOTTEN.computeIfAbsent(id, it -> new ReentrantLock());
        lock.lock();
        try {
            account(id).fees++;  // expect: data-race LockByKey$Account.fees (note)
        } finally {
            lock.unlock();
            FORGOTTEN.remove(id);
        }
    }

    static void run(String id) {
        depositOk(id, 3);
        visitOk(id);
        limitBad(id, id + "-");
        feeBad(id);
        System.out.println(balanceOk(id));
    }

    public static void main(String[] args) {
        new Thread(() -> run("one")).start();
        new Thread(() -> run("two")).start();
        new Thread(() -> run("one")).start();
    }
}
