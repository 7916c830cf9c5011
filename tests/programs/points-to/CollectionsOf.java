// exact: auto
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collections that never change are of the classes that the JDK makes, and each list holds its own. */
public class CollectionsOf {
    static class A {}

    static class Key {
        @Override
        public int hashCode() { // reached
            return 1;
        }

        @Override
        public boolean equals(Object other) { // reached
            return this == other;
        }
    }

    static void see(Object o) {}

    public static void main(String[] args) {
        List<A> one = List.of(new A());
        see(one.get(0)); // points to: A@25
        List<A> three = List.of(new A(), new A(), new A());
        see(three.get(0)); // points to: A@27
        see(one); // points to: List12@25
        see(three); // points to: ListN@27
        Set<A> two = Set.of(new A(), new A());
        see(two); // points to: Set12@31
        see(two.iterator().next()); // points to at least: A@31
        Map<Key, A> pair = Map.of(new Key(), new A());
        see(pair); // points to: Map1@34
        see(pair.values().iterator().next()); // points to at least: A@34
        Map<Key, A> pairs = Map.of(new Key(), new A(), new Key(), new A());
        see(pairs); // points to: MapN@37
        see(pairs.get(new Key())); // points to at least: A@37
    }
}
