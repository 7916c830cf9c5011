// snarl: --open IteratorWrapped
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** What an iterator goes through is named by who holds it, not by the iterator: two maps are two findings. */
public class IteratorWrapped {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> places = new HashMap<>();

    private static class Wrapped implements Iterator<String> {
        private final Iterator<String> inner;

        Wrapped(Iterator<String> inner) {
            this.inner = inner;
        }

        @Override
        public boolean hasNext() {
            return inner.hasNext();  // expect: data-race container IteratorWrapped.names; expect: data-race container IteratorWrapped.places
        }

        @Override
        public String next() {
            return inner.next();
        }
    }

    public synchronized void nameBad(String key) {
        names.put(key, key);
    }

    public synchronized void placeBad(String key) {
        places.put(key, key);
    }

    public synchronized Iterator<String> names() {
        return new Wrapped(names.keySet().iterator());
    }

    public synchronized Iterator<String> places() {
        return new Wrapped(places.keySet().iterator());
    }
}
