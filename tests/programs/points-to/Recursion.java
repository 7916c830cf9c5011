/** Recursion, direct and mutual, over a list that grows. */
public class Recursion {
    static class Cell {
        final Object value;
        final Cell next;

        Cell(Object value, Cell next) {
            this.value = value;
            this.next = next;
        }
    }

    static class A {}

    static class B {}

    static Cell even(int count, Object value) {
        return count == 0 ? null : new Cell(value, odd(count - 1, value));
    }

    static Cell odd(int count, Object value) {
        return count == 0 ? null : new Cell(new B(), even(count - 1, value));
    }

    static Cell last(Cell cell) {
        return cell.next == null ? cell : last(cell.next);  // calls: last
    }

    public static void main(String[] args) {
        Cell list = even(5, new A());
        see(list);  // points to: Cell@18
        see(list.next);  // points to: Cell@22; points to (ci): Cell@18 Cell@22
        see(last(list));  // points to: Cell@18 Cell@22
        see(last(list).value);  // points to: A@30 B@22
        see(list.value);  // points to: A@30; points to (ci): A@30 B@22
    }

    static void see(Object o) {}
}
