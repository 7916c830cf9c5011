import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Behind the back of the synchronized wrapper, the list itself is changed. */
public class ContainerSynchronizedBacking {
    private static final List<String> PLAIN = new ArrayList<>();
    private static final List<String> SAFE = Collections.synchronizedList(PLAIN);

    static void addBad() {
        PLAIN.add("Ada");  // expect: data-race container ContainerSynchronizedBacking.PLAIN
    }

    public static void main(String[] args) {
        new Thread(ContainerSynchronizedBacking::addBad).start();
        SAFE.add("Bob");
    }
}
