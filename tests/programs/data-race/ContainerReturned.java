import java.util.ArrayList;
import java.util.List;

/** The getter holds the lock, but its caller loops over the list without. */
public class ContainerReturned {
    private final List<String> names = new ArrayList<>();

    synchronized void addBad(String name) {
        names.add(name);  // expect: data-race container ContainerReturned.names
    }

    synchronized List<String> names() {
        return names;
    }

    public static void main(String[] args) {
        ContainerReturned shared = new ContainerReturned();
        new Thread(() -> shared.addBad("Ada")).start();
        for (String name : shared.names()) {
            System.out.println(name);
        }
    }
}
