import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Who makes a map for several threads expects several, whatever the type of the field is. */
public class OpenConcurrentByValue {
    /** For several threads. */
    public static class Sessions {
        private final Map<String, Session> byName = new ConcurrentHashMap<>();

        public Session open(String name) {
            return byName.computeIfAbsent(name, Session::new);
        }

        public void touchBad(String name) {
            byName.get(name).used++;  // expect: data-race OpenConcurrentByValue$Session.used
        }
    }

    /** What is in the map. */
    public static class Session {
        final String name;
        private int used;

        Session(String name) {
            this.name = name;
        }
    }

    /** Nothing says so. */
    public static class Plain {
        private final Map<String, List<String>> names = new HashMap<>();

        public void add(String name) {
            names.put(name, new ArrayList<>());  // expect: data-race container OpenConcurrentByValue$Plain.names (note)
        }
    }
}
