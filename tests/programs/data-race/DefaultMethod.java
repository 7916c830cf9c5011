/** A default method of an interface changes what an implementation holds. */
public class DefaultMethod {
    static class Cell {
        int value;
    }

    interface Counting {
        Cell cell();

        default void countBad() {
            cell().value++;  // expect: data-race DefaultMethod$Cell.value
        }
    }

    static class Counter implements Counting {
        private final Cell cell = new Cell();

        @Override
        public Cell cell() {
            return cell;
        }
    }

    public static void main(String[] args) {
        Counting counter = new Counter();
        new Thread(counter::countBad).start();
        new Thread(counter::countBad).start();
    }
}
