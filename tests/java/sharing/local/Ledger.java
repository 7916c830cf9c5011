/** The main thread does its work on what nobody else knows, and a thread of its own does too. */
public class Ledger {
    static class Account {
        long balance;
        int changes;
    }

    static Account[] accounts;
    static volatile boolean done;

    static class Clock extends Thread {
        long ticks;
        private final long[] last = new long[8];

        @Override
        public void run() {
            while (!done) {
                ticks++;
                last[(int) (ticks & 7)] = ticks;
                if (ticks > 5_000) {
                    return;
                }
            }
        }
    }

    static void pay(int from, int to, long amount) {
        accounts[from].balance -= amount;
        accounts[to].balance += amount;
        accounts[from].changes++;
        accounts[to].changes++;
    }

    public static void main(String[] args) throws InterruptedException {
        new Clock().start();
        accounts = new Account[10];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account();
        }
        for (int i = 0; i < 10_000; i++) {
            pay(i % 10, i * 7 % 10, i);
        }
        done = true;
        System.out.println(accounts[3].balance);
    }
}
