import java.util.HashMap;
import java.util.Map;

/** A HashMap that two threads change: one finding, at the program's own calls. */
public class ContainerHashMap {
    private static final Map<String, Integer> AGES = new HashMap<>();

    static void addBad(String name) {
        AGES.put(name, name.length());  // expect: data-race container ContainerHashMap.AGES
    }

    public static void main(String[] args) {
        new Thread(() -> addBad("Ada")).start();
        new Thread(() -> addBad("Bob")).start();
    }
}
