import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An unmodifiable view does not change the list, but sees it being changed. */
public class ContainerUnmodifiableView {
    private final List<String> names = new ArrayList<>();

    synchronized void addBad(String name) {
        names.add(name);  // expect: data-race container ContainerUnmodifiableView.names
    }

    List<String> names() {
        return Collections.unmodifiableList(names);
    }

    public static void main(String[] args) {
        ContainerUnmodifiableView shared = new ContainerUnmodifiableView();
        new Thread(() -> shared.addBad("Ada")).start();
        System.out.println(shared.names().size());
    }
}
