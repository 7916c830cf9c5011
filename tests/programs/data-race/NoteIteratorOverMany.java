// snarl: --open NoteIteratorOverMany
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** An iterator that may go through any of many maps says little of one of them: it is one finding, and a note. */
public class NoteIteratorOverMany {
    private final Map<String, String> first = new HashMap<>();
    private final Map<String, String> second = new HashMap<>();
    private final Map<String, String> third = new HashMap<>();
    private final Map<String, String> fourth = new HashMap<>();
    private final Map<String, String> fifth = new HashMap<>();

    private static class Wrapped implements Iterator<String> {
        private final Iterator<String> inner;

        Wrapped(Iterator<String> inner) {
            this.inner = inner;
        }

        @Override
        public boolean hasNext() {
            return inner.hasNext();
        }

        @Override
        public String next() {
            return inner.next();  // expect: data-race container NoteIteratorOverMany$Wrapped.inner (note)
        }
    }

    public synchronized Iterator<String> allBad(int which) {
        List<Iterator<String>> all = new ArrayList<>();
        all.add(first.keySet().iterator());
        all.add(second.keySet().iterator());
        all.add(third.keySet().iterator());
        all.add(fourth.keySet().iterator());
        all.add(fifth.keySet().iterator());
        return new Wrapped(all.get(which));
    }

    public synchronized void put(String key) {
        first.put(key, key);
        second.put(key, key);
        third.put(key, key);
        fourth.put(key, key);
        fifth.put(key, key);
    }
}
