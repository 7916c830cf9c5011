import java.util.concurrent.ConcurrentHashMap;

/** What is put into an object that others know already is known to them as well. */
public class StoredIntoKnownHolder {
    static final ConcurrentHashMap<Integer, StoredIntoKnownHolder> known = new ConcurrentHashMap<>();

    static class Part {
        int size;
    }

    private volatile Part part;

    public static void makeBad(boolean is) {
        StoredIntoKnownHolder made = new StoredIntoKnownHolder();
        known.put(0, made);
        if (is) {
            System.out.println();
        }
        Part part = new Part();
        made.part = part;
        part.size = 1;  // expect: data-race StoredIntoKnownHolder$Part.size
    }

    public static int readBad() {
        Part part = known.get(0).part;
        return part == null ? 0 : part.size;
    }
}
