package demo;

/** Money that is put in and taken out, by any thread. */
public interface Account {
    void deposit(long cents);

    void withdraw(long cents);

    long balance();
}
