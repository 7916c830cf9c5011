// snarl: --open PaperFigure2Fixed$Database

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Paper 1, figure 2, as it was mended: the database's methods lock. */
public class PaperFigure2Fixed {
    public static class Database {
        private final ConnectionManager manager = new ConnectionManager();

        public synchronized Object insertOk(String name) {
            return manager.connection(name);
        }

        public synchronized Object deleteOk(String name) {
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
            return source == null ? null : source.connection();
        }
    }

    static class ConnectionSource {
        private final Object connection = new Object();
        private boolean used;

        Object connection() {
            if (!used) {
                used = true;
                return connection;
            }
            throw new IllegalStateException("in use");
        }
    }
}
