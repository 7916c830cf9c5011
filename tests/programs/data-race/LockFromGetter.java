import java.util.ArrayList;
import java.util.List;

/** The lock is asked for: by a getter, by a getter of the owner, by one that changes it. */
public class LockFromGetter {
    static class Connection {
        private final Connection root;
        private Object lock = new Object();

        Connection(Connection parent) {
            this.root = parent == null ? this : parent;
        }

        final Object synchronization() {
            return root;
        }

        Object freshBad() {
            lock = new Object();  // expect: data-race LockFromGetter$Connection.lock
            return lock;
        }
    }

    static class Child {
        private final Connection connection;
        private int position;
        private int fetched;
        private final List<String> warnings = new ArrayList<>();

        Child(Connection connection) {
            this.connection = connection;
        }

        Object synchronization() {
            return connection.synchronization();
        }

        void nextOk() {
            synchronized (synchronization()) {
                position++;
                warnings.add("moved");
            }
        }

        void fetchBad() {
            synchronized (connection.freshBad()) {
                fetched++;  // expect: data-race LockFromGetter$Child.fetched
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Child shared = new Child(new Connection(null));
            new Thread(shared::nextOk).start();
            new Thread(shared::nextOk).start();
            new Thread(shared::fetchBad).start();
            new Thread(shared::fetchBad).start();
        }
    }
}
