package demo;

/** Two threads that send money back and forth. The sum should stay what it was, and does not. */
public final class Transfer {
    private static final int ROUNDS = 1_000_000;

    private Transfer() {}

    static void move(Account from, Account to, long cents) {
        from.withdraw(cents);
        to.deposit(cents);
    }

    public static void main(String[] args) throws InterruptedException {
        Account ada = new BankAccount("Ada", 500_00);
        Account bob = new BankAccount("Bob", 500_00);

        Thread there = new Thread(() -> repeat(ada, bob), "there");
        Thread back = new Thread(() -> repeat(bob, ada), "back");
        there.start();
        back.start();
        there.join();
        back.join();

        System.out.println(ada + ", " + bob);
        System.out.println("together: " + (ada.balance() + bob.balance()) + ", expected: 100000");
    }

    private static void repeat(Account from, Account to) {
        for (int i = 0; i < ROUNDS; i++) {
            move(from, to, 1);
        }
    }
}
