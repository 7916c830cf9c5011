import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is told of an event: one of its parts may be filled by several threads, which says nothing of the others. */
public class OpenOneConcurrentField {
    private final Map<String, String> data = new ConcurrentHashMap<>();
    private String category;
    private String message;
    private String origin;
    private int level;
    private long time;

    public void put(String name, String value) {
        data.put(name, value);
    }

    public String getCategory() {
        return category;
    }

    public void setCategoryBad(String wanted) {
        category = wanted;  // expect: data-race OpenOneConcurrentField.category (note)
    }

    public String getMessage() {
        return message;
    }

    public void setMessageBad(String wanted) {
        message = wanted;  // expect: data-race OpenOneConcurrentField.message (note)
    }

    public String getOrigin() {
        return origin;
    }

    public void setOriginBad(String wanted) {
        origin = wanted;  // expect: data-race OpenOneConcurrentField.origin (note)
    }

    public int getLevel() {
        return level;
    }

    public void setLevelBad(int wanted) {
        level = wanted;  // expect: data-race OpenOneConcurrentField.level (note)
    }

    public long getTime() {
        return time;
    }

    public void setTimeBad(long wanted) {
        time = wanted;  // expect: data-race OpenOneConcurrentField.time (note)
    }

    /** Here most of what there is is for several threads. */
    public static class Registry {
        private final Map<String, String> names = new ConcurrentHashMap<>();
        private String last;

        public void add(String name, String value) {
            names.put(name, value);
        }

        public String find(String name) {
            return names.get(name);
        }

        public void changeBad(String wanted) {
            last = wanted;  // expect: data-race OpenOneConcurrentField$Registry.last
        }

        public String last() {
            return last;
        }
    }
}
