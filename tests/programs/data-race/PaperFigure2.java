// snarl: --open PaperFigure2$Database

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Paper 1, figure 2: the map is synchronized, but not what is found in it. */
public class PaperFigure2 {
    public static class Database {
        private final ConnectionManager manager = new ConnectionManager();

        public Object insert(String name) {
            return manager.connection(name);
        }

        public Object delete(String name) {
            return manager.connection(name);
        }
    }

    static class ConnectionManager {
        private final Map<String, ConnectionSource> sources =
                Collections.synchronizedMap(new HashMap<>());

        ConnectionManager() {
            sources.put("main", new ConnectionSource());
        }

        Object connection(String name) {
            ConnectionSource source = sources.get(name);
            return source == null ? null : source.connectionBad();
        }
    }

    static class ConnectionSource {
        private final Object connection = new Object();
        private boolean used;

        Object connectionBad() {
            if (!used) {
                used = true;  // expect: data-race PaperFigure2$ConnectionSource.used
                return connection;
            }
            throw new IllegalStateException("in use");
        }
    }
}
