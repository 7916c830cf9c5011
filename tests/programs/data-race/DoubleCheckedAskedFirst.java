/** The first look is the first thing that a method without parameters does; it still holds no lock. */
public class DoubleCheckedAskedFirst {
    private static DoubleCheckedAskedFirst plain;
    private static volatile DoubleCheckedAskedFirst ordered;
    private static DoubleCheckedAskedFirst locked;
    private int size = 3;

    static DoubleCheckedAskedFirst plainBad() {
        DoubleCheckedAskedFirst found = plain;  // expect: data-race DoubleCheckedAskedFirst.plain
        if (found != null) {
            return found;
        }
        synchronized (DoubleCheckedAskedFirst.class) {
            if (plain == null) {
                plain = new DoubleCheckedAskedFirst();
            }
            return plain;
        }
    }

    static DoubleCheckedAskedFirst orderedOk() {
        DoubleCheckedAskedFirst found = ordered;
        if (found != null) {
            return found;
        }
        synchronized (DoubleCheckedAskedFirst.class) {
            if (ordered == null) {
                ordered = new DoubleCheckedAskedFirst();
            }
            return ordered;
        }
    }

    static DoubleCheckedAskedFirst lockedOk() {
        synchronized (DoubleCheckedAskedFirst.class) {
            if (locked == null) {
                locked = new DoubleCheckedAskedFirst();
            }
        }
        return locked;
    }

    public static void main(String[] args) {
        Runnable look = () -> System.out.println(plainBad().size + orderedOk().size + lockedOk().size);
        new Thread(look).start();
        new Thread(look).start();
    }
}
