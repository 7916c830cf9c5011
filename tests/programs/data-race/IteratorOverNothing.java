import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** An iterator over nothing has nothing to change; all who ask for one get the same. */
public class IteratorOverNothing {
    static void emptyOk() {
        Iterator<String> found = Collections.emptyIterator();
        while (found.hasNext()) {
            found.next();
        }
    }

    static final Iterator<String> SHARED = List.of("a", "b").iterator();

    static void sharedBad() {
        while (SHARED.hasNext()) {
            SHARED.next();  // expect: data-race container IteratorOverNothing.SHARED
        }
    }

    public static void main(String[] args) {
        new Thread(IteratorOverNothing::emptyOk).start();
        new Thread(IteratorOverNothing::emptyOk).start();
        new Thread(IteratorOverNothing::sharedBad).start();
        new Thread(IteratorOverNothing::sharedBad).start();
    }
}
