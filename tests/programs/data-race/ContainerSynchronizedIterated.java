import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A loop over a synchronized list needs its monitor, and does not take it. */
public class ContainerSynchronizedIterated {
    private static final List<String> NAMES = Collections.synchronizedList(new ArrayList<>());

    static void showBad() {
        for (String name : NAMES) {  // expect: data-race container ContainerSynchronizedIterated.NAMES
            System.out.println(name);
        }
    }

    public static void main(String[] args) {
        NAMES.add("Ada");
        new Thread(ContainerSynchronizedIterated::showBad).start();
        NAMES.add("Bob");
    }
}
