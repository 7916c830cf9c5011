/** Writers hold the monitor, the reader forgets it. */
public class InconsistentLocking {
    static class Stock {
        private int pieces;

        synchronized void addOk() {
            pieces += 10;
        }

        synchronized void removeOk() {
            pieces -= 1;
        }

        int piecesBad() {
            return pieces;  // expect: data-race InconsistentLocking$Stock.pieces
        }
    }

    public static void main(String[] args) {
        Stock stock = new Stock();
        new Thread(stock::addOk).start();
        new Thread(stock::removeOk).start();
        System.out.println(stock.piecesBad());
    }
}
