import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** Read-mostly state: copies that are replaced, and one that is changed in place. */
public class CopyOnWrite {
    static class Listeners {
        private volatile Runnable[] listeners = new Runnable[0];

        synchronized void addOk(Runnable r) {
            Runnable[] copy = Arrays.copyOf(listeners, listeners.length + 1);
            copy[listeners.length] = r;
            listeners = copy;
        }

        void fireOk() {
            for (Runnable r : listeners) r.run();
        }
    }

    static class Routes {
        private volatile Map<String, String> routes = new HashMap<>();

        synchronized void setOk(String k, String v) {
            Map<String, String> copy = new HashMap<>(routes);
            copy.put(k, v);
            routes = copy;
        }

        String getOk(String k) {
            return routes.get(k);
        }
    }

    static class InPlace {
        private volatile Map<String, String> table = new HashMap<>();

        void setBad(String k, String v) {
            table.put(k, v);  // expect: data-race CopyOnWrite$InPlace.table
        }

        String get(String k) {
            return table.get(k);
        }
    }

    static class State {
        final int version;
        final List<String> names;

        State(int version, List<String> names) {
            this.version = version;
            this.names = Collections.unmodifiableList(new ArrayList<>(names));
        }
    }

    static class Snapshots {
        private final AtomicReference<State> state =
            new AtomicReference<>(new State(0, Collections.emptyList()));

        void addOk(String name) {
            while (true) {
                State old = state.get();
                List<String> names = new ArrayList<>(old.names);
                names.add(name);
                if (state.compareAndSet(old, new State(old.version + 1, names))) return;
            }
        }

        void updateOk(String name) {
            state.updateAndGet(old -> {
                List<String> names = new ArrayList<>(old.names);
                names.add(name);
                return new State(old.version + 1, names);
            });
        }

        int sizeOk() {
            State s = state.get();
            return s.names.size() + s.version;
        }
    }

    static class Mutable {
        int version;
        int size;
    }

    static class HalfSnapshot {
        private volatile Mutable current = new Mutable();

        void nextBad() {
            Mutable m = new Mutable();
            current = m;
            m.version = 2;  // expect: data-race CopyOnWrite$Mutable.version
        }

        int read() {
            return current.version;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Listeners listeners = new Listeners();
        Routes routes = new Routes();
        InPlace in = new InPlace();
        Snapshots snapshots = new Snapshots();
        HalfSnapshot half = new HalfSnapshot();
        List<String> cow = new CopyOnWriteArrayList<>();
        Runnable r = () -> {
            listeners.addOk(() -> System.out.println("x"));
            listeners.fireOk();
            routes.setOk("a", "b");
            System.out.println(routes.getOk("a"));
            in.setBad("a", "b");
            System.out.println(in.get("a"));
            snapshots.addOk("a");
            snapshots.updateOk("b");
            System.out.println(snapshots.sizeOk());
            half.nextBad();
            System.out.println(half.read());
            cow.add("a");
            for (String s : cow) System.out.println(s);
        };
        Thread a = new Thread(r);
        Thread b = new Thread(r);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
