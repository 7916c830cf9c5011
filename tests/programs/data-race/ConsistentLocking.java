/** Every access holds the monitor of the object. */
public class ConsistentLocking {
    static class StockOk {
        private int pieces;

        synchronized void add() {
            pieces += 10;
        }

        void remove() {
            synchronized (this) {
                pieces -= 1;
            }
        }

        synchronized int pieces() {
            return pieces;
        }
    }

    public static void main(String[] args) {
        StockOk stock = new StockOk();
        new Thread(stock::add).start();
        new Thread(stock::remove).start();
        System.out.println(stock.pieces());
    }
}
