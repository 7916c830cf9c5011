import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What copies, sorts or shows a collection that it is given reads it or changes it, as the collection's own methods do. */
public class ContainerGivenToTheJdk {
    private final List<String> copied = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private final List<String> joined = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private final List<String> sorted = new ArrayList<>();
    private final Map<String, String> put = new HashMap<>();
    private final List<String> guarded = new ArrayList<>();
    private final List<String> sorting = new ArrayList<>();

    void changeBad() {
        copied.add("");  // expect: data-race container ContainerGivenToTheJdk.copied
        added.add("");  // expect: data-race container ContainerGivenToTheJdk.added
        joined.add("");  // expect: data-race container ContainerGivenToTheJdk.joined
        shown.add("");  // expect: data-race container ContainerGivenToTheJdk.shown
        put.put("", "");  // expect: data-race container ContainerGivenToTheJdk.put
    }

    void useBad() {
        List<String> own = new ArrayList<>(copied);
        own.addAll(added);
        System.out.println(String.join(" ", joined));
        System.out.println(shown);
        Map<String, String> other = new HashMap<>();
        other.putAll(put);
        Collections.sort(own);
    }

    void sortBad() {
        Collections.sort(sorted);  // expect: data-race container ContainerGivenToTheJdk.sorted
    }

    String firstBad() {
        return sorted.isEmpty() ? "" : sorted.get(0);
    }

    synchronized void changeOk() {
        guarded.add("");
        Collections.sort(sorting);
    }

    synchronized List<String> copyOk() {
        sorting.addAll(guarded);
        return new ArrayList<>(guarded);
    }

    public static void main(String[] args) {
        ContainerGivenToTheJdk shared = new ContainerGivenToTheJdk();
        new Thread(() -> {
            shared.changeBad();
            shared.sortBad();
            shared.changeOk();
        }).start();
        shared.useBad();
        shared.firstBad();
        System.out.println(shared.copyOk());
    }
}
