import java.util.HashMap;
import java.util.Map;

/** A loop over a view of a map reads the map. */
public class ContainerKeySetView {
    private static final Map<String, Integer> AGES = new HashMap<>();

    static void addBad() {
        AGES.put("Ada", 36);  // expect: data-race container ContainerKeySetView.AGES
    }

    public static void main(String[] args) {
        new Thread(ContainerKeySetView::addBad).start();
        for (Map.Entry<String, Integer> entry : AGES.entrySet()) {
            System.out.println(entry.getKey());
        }
    }
}
