import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An entry of a map that is made when it is first asked for: it is found from the map, whether it is new or not. */
public class EntriesMadeLater {
    /** All under its monitor. */
    public static class Guarded {
        private final Map<String, List<Object>> byKey = new HashMap<>();

        public synchronized void addOk(String key, Object it) {
            List<Object> list = byKey.get(key);
            if (list == null) {
                list = new ArrayList<>();
                byKey.put(key, list);
            }
            list.add(it);
        }

        public synchronized int countOk(String key) {
            List<Object> list = byKey.get(key);
            return list == null ? 0 : list.size();
        }
    }

    /** One list for two maps. */
    public static class Twice {
        private final Map<String, List<Object>> byKey = new HashMap<>();

        public synchronized void addBad(String key, Object it) {
            List<Object> list = byKey.get(key);
            if (list == null) {
                list = new ArrayList<>();
                byKey.put(key, list);
            }
            list.add(it);  // expect: data-race container EntriesMadeLater$Twice.byKey (note)
        }

        public void give(String key, Twice to) {
            List<Object> list;
            synchronized (this) {
                list = byKey.get(key);
            }
            synchronized (to) {
                to.byKey.put(key, list);
            }
        }
    }

    /** The same without a name in between. */
    public static class Given {
        private final Map<String, List<Object>> byKey = new HashMap<>();

        public synchronized void open(String key) {
            byKey.put(key, new ArrayList<>());
        }

        public synchronized void addBad(String key, Object it) {
            byKey.get(key).add(it);  // expect: data-race container EntriesMadeLater$Given.byKey (note)
        }

        public void give(String key, Given to) {
            List<Object> list;
            synchronized (this) {
                list = byKey.get(key);
            }
            synchronized (to) {
                to.byKey.put(key, list);
            }
        }
    }

    /** Not all of it under the monitor. */
    public static class Late {
        private final Map<String, List<Object>> byKey = new HashMap<>();

        public void addBad(String key, Object it) {
            List<Object> list;
            synchronized (this) {
                list = byKey.get(key);
                if (list == null) {
                    list = new ArrayList<>();
                    byKey.put(key, list);
                }
            }
            list.add(it);  // expect: data-race container EntriesMadeLater$Late.byKey
        }
    }
}
