/** Reads a balance, computes, writes it back: one of two deposits may be lost. */
public class LostUpdate {
    static class Account {
        private int balance;

        void depositBad(int amount) {
            int before = balance;
            int after = before + amount;
            balance = after;  // expect: data-race LostUpdate$Account.balance
        }
    }

    public static void main(String[] args) {
        Account account = new Account();
        new Thread(() -> account.depositBad(10)).start();
        account.depositBad(20);
    }
}
