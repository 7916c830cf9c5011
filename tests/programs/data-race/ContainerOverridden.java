import java.util.HashMap;
import java.util.Map;

/** A map of one's own that overrides a method and calls the one above: that changes the map as ever. */
public class ContainerOverridden {
    static class Counting extends HashMap<String, Integer> {
        @Override
        public Integer put(String key, Integer value) {
            return super.put(key, value);  // expect: data-race container ContainerOverridden.plain
        }
    }

    private final Map<String, Integer> guarded = new Counting();
    private final Map<String, Integer> plain = new Counting();

    synchronized void putOk(String key) {
        guarded.put(key, 1);
    }

    synchronized int getOk(String key) {
        return guarded.getOrDefault(key, 0);
    }

    synchronized void putBad(String key) {
        plain.put(key, 1);
    }

    int getBad(String key) {
        return plain.getOrDefault(key, 0);
    }

    public static void main(String[] args) {
        ContainerOverridden it = new ContainerOverridden();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                it.putOk("a");
                it.putBad("b");
                System.out.println(it.getOk("a") + it.getBad("b"));
            }).start();
        }
    }
}
