import java.util.ArrayList;
import java.util.List;

/** Copy on write: writers fill a new list under a lock, readers take it from a volatile field. */
public class SnapshotVolatile {
    private volatile List<String> names = new ArrayList<>();

    synchronized void addOk(String name) {
        List<String> copy = new ArrayList<>(names);
        copy.add(name);
        names = copy;
    }

    int totalOk() {
        int total = 0;
        for (String name : names) {
            total += name.length();
        }
        return total;
    }

    public static void main(String[] args) {
        SnapshotVolatile shared = new SnapshotVolatile();
        new Thread(() -> shared.addOk("a")).start();
        new Thread(() -> shared.addOk("b")).start();
        System.out.println(shared.totalOk());
    }
}
