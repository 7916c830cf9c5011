// needs: 21
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Virtual threads, records, sealed types and patterns. */
public class VirtualEvents {
    sealed interface Event permits Deposit, Withdraw {}
    record Deposit(int amount) implements Event {}
    record Withdraw(int amount) implements Event {}

    static class Account {
        private final ReentrantLock lock = new ReentrantLock();
        private int balance;

        void applyOk(Event event) {
            lock.lock();
            try {
                balance += switch (event) {
                    case Deposit(int amount) -> amount;
                    case Withdraw(int amount) -> -amount;
                };
            } finally {
                lock.unlock();
            }
        }

        int balance() {
            lock.lock();
            try {
                return balance;
            } finally {
                lock.unlock();
            }
        }
    }

    static class Ledger {
        private int entries;

        void applyBad(Event event) {
            switch (event) {
                case Deposit d -> entries++;  // expect: data-race VirtualEvents$Ledger.entries
                case Withdraw w -> entries--;
            }
        }
    }

    static void perTaskExecutor() throws InterruptedException, ExecutionException {
        Account account = new Account();
        Ledger ledger = new Ledger();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int n = i;
                all.add(executor.submit(() -> {
                    Event e = n % 2 == 0 ? new Deposit(n) : new Withdraw(n);
                    account.applyOk(e);
                    ledger.applyBad(e);
                }));
            }
            for (Future<?> f : all) f.get();
        }
        System.out.println(account.balance());
        System.out.println(ledger.entries);
    }

    static int[] slots = new int[8];
    static int total;

    static void slotsOk() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, 8)
            .mapToObj(i -> Thread.ofVirtual().start(() -> slots[i] = i))
            .toList();
        for (Thread t : threads) t.join();
        for (int s : slots) total += s;
        System.out.println(total);
    }

    static int hits;

    static void startVirtualBad() throws InterruptedException {
        Thread a = Thread.startVirtualThread(() -> hits++);  // expect: data-race VirtualEvents.hits
        hits++;
        a.join();
    }

    static String result;

    static void tryWithResourcesOk() {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            executor.submit(() -> { result = "done"; });
        }
        System.out.println(result);
    }

    public static void main(String[] args) throws Exception {
        perTaskExecutor();
        slotsOk();
        startVirtualBad();
        tryWithResourcesOk();
    }
}
