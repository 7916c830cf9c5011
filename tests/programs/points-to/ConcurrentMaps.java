// exact: none

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Values flow through a ConcurrentHashMap: put, get, computeIfAbsent, merge, values. */
public class ConcurrentMaps {
    static class K {
        @Override
        public int hashCode() {  // reached
            return 1;
        }

        @Override
        public boolean equals(Object other) {  // reached
            see(other);  // points to: K@29
            return this == other;
        }
    }

    static class A {}

    static class B {}

    static class C {}

    public static void main(String[] args) {
        ConcurrentMap<K, Object> first = new ConcurrentHashMap<>();
        K key = new K();
        first.put(key, new A());
        see(first.get(key));  // points to: A@30
        see(first.get(new K()));  // points to: A@30
        ConcurrentMap<K, Object> second = new ConcurrentHashMap<>();
        see(second.computeIfAbsent(key, k -> new B()));  // points to: B@34
        see(second.get(key));  // points to: B@34
        first.forEach((k, value) -> see(value));  // points to: A@30
        see(second.values().iterator().next());  // points to: B@34
        ConcurrentMap<K, Object> third = new ConcurrentHashMap<>();
        third.merge(key, new C(), (x, y) -> x);
        see(third.get(key));  // points to: C@39
    }

    static void see(Object o) {}
}
