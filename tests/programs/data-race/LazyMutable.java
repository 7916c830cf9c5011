import java.util.ArrayList;
import java.util.List;

/** A lazy field whose value is changed later: with two of them, something gets lost. */
public class LazyMutable {
    private List<String> names;

    private List<String> namesBad() {
        if (names == null) {
            names = new ArrayList<>();  // expect: data-race field LazyMutable.names
        }
        return names;
    }

    void add(String name) {
        List<String> list = namesBad();
        synchronized (this) {
            list.add(name);
        }
    }

    public static void main(String[] args) {
        LazyMutable shared = new LazyMutable();
        new Thread(() -> shared.add("a")).start();
        new Thread(() -> shared.add("b")).start();
    }
}
