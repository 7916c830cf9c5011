import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.Set;

/** Paper 1, section 3: a lazy view of an old Hashtable. Two may be made, which harms nobody. */
public class PaperKeySet {
    private final String[] keys = {"a", "b"};
    private Set<String> keySet;

    private class KeySet extends AbstractSet<String> {
        @Override
        public Iterator<String> iterator() {
            return Collections.emptyIterator();
        }

        @Override
        public int size() {
            return keys.length;
        }
    }

    public Set<String> keySetBad() {
        if (keySet == null) {
            keySet = Collections.synchronizedSet(new KeySet());  // expect: data-race PaperKeySet.keySet (note)
        }
        return keySet;
    }
}
