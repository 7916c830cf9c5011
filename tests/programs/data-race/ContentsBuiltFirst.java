// snarl: --open ContentsBuiltFirst
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A map of sets that is filled before others know it. Whoever copies a known map has its sets, too, and so has who
 * puts one of them into a new map, or goes on when the new map is known.
 */
public class ContentsBuiltFirst {
    private static final class Item {
        private int size;
    }

    private final ConcurrentMap<String, Map<String, Set<String>>> built = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Map<String, Set<String>>> early = new ConcurrentHashMap<>();
    private volatile Map<String, Set<String>> copied = new HashMap<>();
    private volatile Map<String, List<String>> moved = new HashMap<>();
    private volatile List<Item> items = new ArrayList<>();
    private volatile List<Item> lateItems = new ArrayList<>();

    public int foundOk(String key, String name) {
        Map<String, Set<String>> found = built.get(key);
        if (found == null) {
            found = new HashMap<>();
            loadOk(key, found);
        }
        Set<String> names = found.get(name);
        return names == null ? 0 : names.size();
    }

    private void loadOk(String key, Map<String, Set<String>> into) {
        for (String part : key.split(",")) {
            Set<String> names = into.get(part);
            if (names == null) {
                names = new HashSet<>();
                into.put(part, names);
            }
            names.add(key);
        }
        built.put(key, into);
    }

    public int foundBad(String key, String name) {
        Map<String, Set<String>> found = early.get(key);
        if (found == null) {
            found = new HashMap<>();
            early.put(key, found);
            loadBad(key, found);
        }
        Set<String> names = found.get(name);
        return names == null ? 0 : names.size();
    }

    private void loadBad(String key, Map<String, Set<String>> into) {
        Set<String> names = into.get(key);
        if (names == null) {
            names = new HashSet<>();
            into.put(key, names);  // expect: data-race container ContentsBuiltFirst.early
        }
        names.add(key);  // expect: data-race container ContentsBuiltFirst.early
    }

    /** The map is new, its sets are not. */
    public synchronized void copyBad(String key, String name) {
        Map<String, Set<String>> next = new HashMap<>(copied);
        Set<String> names = next.get(key);
        if (names == null) {
            names = new HashSet<>();
            next.put(key, names);
        }
        names.add(name);  // expect: data-race container ContentsBuiltFirst.copied
        copied = next;
    }

    public boolean isCopiedBad(String key, String name) {
        Set<String> names = copied.get(key);
        return names != null && names.contains(name);
    }

    public synchronized void moveBad(String key, String name) {
        Map<String, List<String>> next = new HashMap<>();
        List<String> known = moved.get(key);
        next.put(key, known == null ? new ArrayList<>() : known);
        next.get(key).add(name);  // expect: data-race container ContentsBuiltFirst.moved
        moved = next;
    }

    public boolean isMovedBad(String key, String name) {
        List<String> names = moved.get(key);
        return names != null && names.contains(name);
    }

    public void listOk(int count) {
        List<Item> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Item item = new Item();
            made.add(item);
            item.size = i;
        }
        items = made;
    }

    public int sizeOk() {
        return items.isEmpty() ? 0 : items.get(0).size;
    }

    public void listBad(int count) {
        List<Item> made = new ArrayList<>();
        lateItems = made;
        Item item = new Item();
        made.add(item);  // expect: data-race container ContentsBuiltFirst.lateItems
        item.size = count;  // expect: data-race ContentsBuiltFirst$Item.size
    }

    public int lateSizeBad() {
        return lateItems.isEmpty() ? 0 : lateItems.get(0).size;
    }
}
