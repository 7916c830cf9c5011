import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Views that do not change what is behind them are read without the lock under which that is changed. */
public class ContainerUnmodifiableViews {
    private final List<String> names = new ArrayList<>();
    private final Map<String, String> byName = new HashMap<>();
    private final Set<String> seen = new LinkedHashSet<>();
    private final List<String> copied = new ArrayList<>();

    synchronized void addBad(String name) {
        names.add(name);  // expect: data-race container ContainerUnmodifiableViews.names
        byName.put(name, name);  // expect: data-race container ContainerUnmodifiableViews.byName
        seen.add(name);  // expect: data-race container ContainerUnmodifiableViews.seen
        copied.add(name);
    }

    Collection<String> names() {
        return Collections.unmodifiableCollection(names);
    }

    Map<String, String> byName() {
        return Collections.unmodifiableMap(byName);
    }

    Set<String> seen() {
        return Collections.unmodifiableSet(seen);
    }

    synchronized List<String> copiedOk() {
        return Collections.unmodifiableList(new ArrayList<>(copied));
    }

    public static void main(String[] args) {
        ContainerUnmodifiableViews shared = new ContainerUnmodifiableViews();
        new Thread(() -> shared.addBad("Ada")).start();
        for (String name : shared.names()) {
            System.out.println(name);
        }
        System.out.println(shared.byName().get("Ada"));
        if (shared.seen().contains("Ada")) {
            System.out.println(shared.seen().size());
        }
        for (String name : shared.copiedOk()) {
            System.out.println(name);
        }
    }
}
