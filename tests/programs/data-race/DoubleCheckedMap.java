import java.util.HashMap;
import java.util.Map;

/** The first look into the map is outside of the lock under which it is filled. */
public class DoubleCheckedMap {
    private final Map<String, Integer> sizes = new HashMap<>();

    int sizeBad(String name) {
        Integer size = sizes.get(name);  // expect: data-race DoubleCheckedMap.sizes
        if (size == null) {
            synchronized (sizes) {
                size = sizes.get(name);
                if (size == null) {
                    size = name.length();
                    sizes.put(name, size);
                }
            }
        }
        return size;
    }

    public static void main(String[] args) {
        DoubleCheckedMap shared = new DoubleCheckedMap();
        new Thread(() -> shared.sizeBad("one")).start();
        new Thread(() -> shared.sizeBad("two")).start();
    }
}
