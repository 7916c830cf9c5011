// snarl: --open FilledWhileMade
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** A set that only its constructor fills, and a view of it for others; the other one is filled later too. */
public class FilledWhileMade {
    private final Set<String> names = new LinkedHashSet<>();
    private final Set<String> later = new LinkedHashSet<>();

    public FilledWhileMade(String... all) {
        for (String it : all) {
            addOk(it);
        }
    }

    private void addOk(String name) {
        if (!name.isEmpty()) {
            names.add(name);
        }
    }

    public Set<String> namesOk() {
        return Collections.unmodifiableSet(names);
    }

    public boolean hasOk(String name) {
        return names.contains(name);
    }

    public void addBad(String name) {
        later.add(name);  // expect: data-race container FilledWhileMade.later
    }

    public Set<String> later() {
        return Collections.unmodifiableSet(later);
    }
}
