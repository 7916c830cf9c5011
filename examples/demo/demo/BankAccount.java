package demo;

/** An account that guards its balance with its own monitor, except where it forgets to. */
public final class BankAccount implements Account {
    private final String owner;
    private long balance;

    public BankAccount(String owner, long opening) {
        this.owner = owner;
        this.balance = opening;
    }

    @Override
    public synchronized void deposit(long cents) {
        balance += cents;
    }

    @Override
    public void withdraw(long cents) { // the word "synchronized" is missing
        balance -= cents; // read, subtract, write: a deposit in between is lost
    }

    @Override
    public synchronized long balance() {
        return balance;
    }

    @Override
    public String toString() {
        return owner + " has " + balance() + " cents";
    }
}
