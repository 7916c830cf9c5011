// exact: auto
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Views that cannot be changed and collections of one element: each call makes one for what it was given. */
public class CollectionsWrapped {
    static class A {}

    static class B {}

    public static void main(String[] args) {
        List<A> as = new ArrayList<>();
        as.add(new A());
        List<B> bs = new ArrayList<>();
        bs.add(new B());
        see(Collections.unmodifiableList(as).get(0));  // points to: A@18
        see(Collections.unmodifiableList(bs).get(0));  // points to: B@20
        Collection<A> again = Collections.unmodifiableCollection(Collections.unmodifiableList(as));
        see(again.iterator().next());  // points to: A@18
        see(Collections.unmodifiableCollection(bs).iterator().next());  // points to: B@20

        Map<String, A> mapOfAs = new HashMap<>();
        mapOfAs.put("a", new A());
        Map<String, B> mapOfBs = new TreeMap<>();
        mapOfBs.put("b", new B());
        see(Collections.unmodifiableMap(mapOfAs).get("a"));  // points to: A@28
        see(Collections.unmodifiableMap(mapOfBs).get("b"));  // points to: B@30

        see(Collections.singletonList(new A()).get(0));  // points to: A@34
        see(Collections.singletonList(new B()).get(0));  // points to: B@35
        see(Collections.singleton(new A()).iterator().next());  // points to: A@36
        see(Collections.singleton(new B()).iterator().next());  // points to: B@37
        see(Collections.singletonMap("a", new A()).get("a"));  // points to: A@38
        see(Collections.singletonMap("b", new B()).get("b"));  // points to: B@39
    }

    static void see(Object o) {}
}
