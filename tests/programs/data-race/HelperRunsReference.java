import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A method that runs what it is given under its lock is given references to methods of a list. */
public class HelperRunsReference {
    private final List<Integer> items = new ArrayList<>();
    private final List<Integer> marks = new ArrayList<>();

    <T> T locked(Supplier<T> work) {
        synchronized (this) {
            return work.get();
        }
    }

    static <T> T unlocked(Supplier<T> work) {
        return work.get();
    }

    void addOk(int item) {
        locked(() -> items.add(item));
    }

    int countOk() {
        return locked(items::size);
    }

    void markOk(int mark) {
        locked(() -> marks.add(mark));
    }

    int marksBad() {
        return locked(marks::size) + unlocked(marks::size);  // expect: data-race container HelperRunsReference.marks
    }

    public static void main(String[] args) {
        HelperRunsReference it = new HelperRunsReference();
        new Thread(() -> it.addOk(3)).start();
        new Thread(() -> it.markOk(4)).start();
        System.out.println(it.countOk() + it.marksBad());
    }
}
