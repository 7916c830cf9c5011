// exact: 2obj auto

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** Iterators of one's own and of the JDK, in for loops. */
public class Iterators {
    static class A {}

    static class B {}

    static class Once implements Iterable<Object> {
        private final Object value;

        Once(Object value) {
            this.value = value;
        }

        @Override
        public Iterator<Object> iterator() {
            return new Iterator<>() {
                private boolean done;

                @Override
                public boolean hasNext() {
                    return !done;
                }

                @Override
                public Object next() {
                    if (done) {
                        throw new NoSuchElementException();
                    }
                    done = true;
                    return value;
                }
            };
        }
    }

    public static void main(String[] args) {
        for (Object each : new Once(new A())) {
            see(each);  // points to: A@46
        }
        for (Object each : new Once(new B())) {
            see(each);  // points to: B@49
        }
        List<Object> list = new ArrayList<>();
        list.add(new A());
        for (Object each : list) {
            see(each);  // points to: A@53
        }
        Map<Object, Object> map = new HashMap<>();
        map.put(new A(), new B());
        for (Map.Entry<Object, Object> entry : map.entrySet()) {
            see(entry.getKey());  // points to: A@58
            see(entry.getValue());  // points to: B@58
        }
    }

    static void see(Object o) {}
}
