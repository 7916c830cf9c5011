import java.util.Hashtable;
import java.util.Map;

/** Entries that are compared with one of a table's are used under the table's lock, and so are those of the table. */
public class EntriesUnderTable {
    static class Entry {
        final String name;
        private int boots;
        private int time;

        Entry(String name, int boots) {
            this.name = name;
            this.boots = boots;
        }

        int boots() {
            return boots;
        }

        void setBoots(int boots) {
            this.boots = boots;
        }

        int time() {
            return time;
        }

        void setTime(int time) {
            this.time = time;  // expect: data-race EntriesUnderTable$Entry.time
        }
    }

    static class Table {
        private final Map<String, Entry> entries = new Hashtable<>();

        void add(Entry entry) {
            entries.put(entry.name, entry);
        }

        synchronized boolean discover(String name, int boots) {
            if (entries.get(name) != null) {
                return true;
            }
            add(new Entry(name, boots));
            return false;
        }

        synchronized boolean checkOk(Entry given) {
            Entry known = entries.get(given.name);
            if (known == null) {
                return false;
            }
            if (given.boots() > known.boots()) {
                known.setBoots(given.boots());
            }
            return true;
        }

        void touchBad(String name) {
            Entry known = entries.get(name);
            if (known != null) {
                known.setTime(known.time() + 1);
            }
        }
    }

    static class User {
        private final Table table;

        User(Table table) {
            this.table = table;
        }

        void receive(String name) {
            table.discover(name, 1);
            table.checkOk(new Entry(name, 2));
            table.touchBad(name);
        }

        void send(String name) {
            table.add(new Entry(name, 3));
        }
    }

    public static void main(String[] args) {
        User user = new User(new Table());
        for (int i = 0; i < 2; i++) {
            String name = "n" + i;
            new Thread(() -> {
                user.receive(name);
                user.send(name);
            }).start();
        }
    }
}
