import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Views that are made when first asked for, and have nothing of their own but such views. */
public class LazyView {
    private final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
    private View view;

    static class View {
        private final LazyView of;
        private Set<String> keys;

        View(LazyView of) {
            this.of = of;
        }

        Set<String> keysBad() {
            Set<String> found = keys;
            return found == null ? keys = new Keys(of) : found;  // expect: data-race LazyView$View.keys (note)
        }
    }

    static class Keys extends AbstractSet<String> {
        private final LazyView of;

        Keys(LazyView of) {
            this.of = of;
        }

        @Override
        public Iterator<String> iterator() {
            return of.map.keySet().iterator();
        }

        @Override
        public int size() {
            return of.map.size();
        }
    }

    public int sizeBad() {
        View found = view;
        if (found == null) {
            found = new View(this);
            view = found;  // expect: data-race LazyView.view (note)
        }
        return found.keysBad().size();
    }
}
