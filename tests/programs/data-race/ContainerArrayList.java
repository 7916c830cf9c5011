import java.util.ArrayList;
import java.util.List;

/** One thread adds to a list while another reads it. */
public class ContainerArrayList {
    private final List<String> names = new ArrayList<>();

    void addBad(String name) {
        names.add(name);  // expect: data-race container ContainerArrayList.names
    }

    int size() {
        return names.size();
    }

    public static void main(String[] args) {
        ContainerArrayList shared = new ContainerArrayList();
        new Thread(() -> shared.addBad("Ada")).start();
        System.out.println(shared.size());
    }
}
