import java.util.function.IntUnaryOperator;

/** A cell runs a function on its value while it holds its lock. */
public class CallbackUnderLock {
    static class CellOk {
        private int value;

        synchronized void update(IntUnaryOperator change) {
            value = change.applyAsInt(value);
        }
    }

    public static void main(String[] args) {
        CellOk cell = new CellOk();
        new Thread(() -> cell.update(value -> value + 1)).start();
        new Thread(() -> cell.update(value -> value * 2)).start();
    }
}
