import java.util.ArrayList;
import java.util.List;

/** A pool of objects: borrowing locks, but asking for the numbers does not. */
public class OpenPool {
    private final List<Object> idle = new ArrayList<>();
    private int active;

    public synchronized Object borrow() {
        active++;
        return idle.isEmpty() ? new Object() : idle.remove(idle.size() - 1);
    }

    public synchronized void giveBack(Object item) {
        active--;
        idle.add(item);
    }

    public int activeBad() {
        return active;  // expect: data-race OpenPool.active
    }

    public int idleBad() {
        return idle.size();  // expect: data-race container OpenPool.idle
    }
}
