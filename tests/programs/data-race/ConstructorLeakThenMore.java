import java.util.concurrent.ConcurrentHashMap;

/** `this` is registered before the constructor ends, where only a watcher finds it. A constructor
 * runs once for an object, in one thread: what two of its accesses touch cannot be one object. */
public class ConstructorLeakThenMore {
    interface Watched {
        void expire();
    }

    static final ConcurrentHashMap<Watched, Boolean> watched = new ConcurrentHashMap<>();

    static class Login {
        private int step;

        void runOk() {
            step++;
            step++;
        }
    }

    static class Connection {
        volatile boolean expired;
        private final Login login;
        private int packetSize;

        Connection() {
            watched.put(new Watched() {
                @Override
                public void expire() {
                    expired = true;
                }
            }, true);
            login = new Login();
            login.runOk();
            initOk();
        }

        private void initOk() {
            packetSize++;
        }
    }

    public void connectOk() {
        new Connection();
    }

    public void expireOk() {
        watched.keySet().forEach(Watched::expire);
    }
}
