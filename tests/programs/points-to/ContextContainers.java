// exact: 2obj auto

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The JDK's containers, two of each, stay apart with two objects of context. */
public class ContextContainers {
    static class A {}

    static class B {}

    static class Key {}

    public static void main(String[] args) {
        List<Object> first = new ArrayList<>();
        List<Object> second = new ArrayList<>();
        first.add(new A());
        second.add(new B());
        see(first.get(0));  // points to: A@19
        see(second.get(0));  // points to: B@20
        Map<Key, Object> one = new HashMap<>();
        Map<Key, Object> two = new HashMap<>();
        Key key = new Key();
        one.put(key, new A());
        two.put(key, new B());
        see(one.get(key));  // points to: A@26
        see(two.get(key));  // points to: B@27
        see(first.iterator().next());  // points to: A@19
        see(second.iterator().next());  // points to: B@20
    }

    static void see(Object o) {}
}
