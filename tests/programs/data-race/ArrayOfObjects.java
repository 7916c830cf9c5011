/** The array is only read, but the objects in it are changed. */
public class ArrayOfObjects {
    static class Cell {
        int value;
    }

    private static final Cell[] CELLS = {new Cell(), new Cell()};

    static void addBad() {
        for (Cell cell : CELLS) {
            cell.value++;  // expect: data-race ArrayOfObjects$Cell.value
        }
    }

    public static void main(String[] args) {
        new Thread(ArrayOfObjects::addBad).start();
        new Thread(ArrayOfObjects::addBad).start();
    }
}
