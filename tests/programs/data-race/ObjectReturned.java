import java.util.HashMap;
import java.util.Map;

/** The bank finds accounts under its lock, but the caller books without. */
public class ObjectReturned {
    static class Account {
        int balance;
    }

    private final Map<String, Account> accounts = new HashMap<>();

    synchronized Account account(String name) {
        return accounts.computeIfAbsent(name, each -> new Account());
    }

    void bookBad(String name) {
        account(name).balance++;  // expect: data-race ObjectReturned$Account.balance
    }

    public static void main(String[] args) {
        ObjectReturned bank = new ObjectReturned();
        new Thread(() -> bank.bookBad("Ada")).start();
        new Thread(() -> bank.bookBad("Ada")).start();
    }
}
