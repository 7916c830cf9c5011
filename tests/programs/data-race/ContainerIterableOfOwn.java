// snarl: --open ContainerIterableOfOwn
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** What is gone through as an `Iterable`: a set of the JDK's goes through itself, a class of the program's through what it likes. */
public class ContainerIterableOfOwn {
    private final Set<String> fixed = new HashSet<>();
    private final Names names = new Names();

    public ContainerIterableOfOwn() {
        fixed.add("a");
    }

    /** Gives its lock back before it is gone through. */
    private static class Names implements Iterable<String> {
        private final Map<String, String> inner = new HashMap<>();

        synchronized void add(String name) {
            inner.put(name, name);
        }

        @Override
        public synchronized Iterator<String> iterator() {
            return inner.keySet().iterator();
        }
    }

    public void add(String name) {
        names.add(name);
    }

    public int fixedOk() {
        Iterable<String> all = fixed;
        int count = 0;
        for (String name : all) {
            count += name.length();
        }
        return count;
    }

    public int namesBad() {
        int count = 0;
        for (String name : names) {  // expect: data-race container ContainerIterableOfOwn$Names.inner
            count += name.length();
        }
        return count;
    }
}
