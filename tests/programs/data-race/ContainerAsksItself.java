import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A map asks itself whether to drop its eldest entry, while somebody puts another one: that is part of the same call. */
public class ContainerAsksItself {
    static class Recent extends LinkedHashMap<String, Integer> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > 3;
        }
    }

    private static final Map<String, Integer> LOCKED = Collections.synchronizedMap(new Recent());
    private static final Map<String, Integer> PLAIN = new Recent();

    static void putOk(int number) {
        LOCKED.put("n" + number, number);
    }

    static void putBad(int number) {
        PLAIN.put("n" + number, number);  // expect: data-race container ContainerAsksItself.PLAIN
    }

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            int number = i;
            new Thread(() -> {
                putOk(number);
                putBad(number);
            }).start();
        }
    }
}
