/** What constructors write of other objects, or for all, is no construction: counts of what is made are lost. */
public class CountedInConstructor {
    private static int next;
    private final int id;

    CountedInConstructor() {
        id = next++;  // expect: data-race CountedInConstructor.next
    }

    static class Stats {
        int made;
    }

    static class Session {
        private int ownOk;

        Session(Stats stats) {
            ownOk++;
            stats.made++;  // expect: data-race CountedInConstructor$Stats.made
        }
    }

    static class Pool {
        private int entries;

        synchronized void open() {
            new Entry();
        }

        int countBad() {
            return entries;  // expect: data-race CountedInConstructor$Pool.entries
        }

        class Entry {
            Entry() {
                entries++;
            }
        }
    }

    public static void main(String[] args) {
        Stats stats = new Stats();
        Pool pool = new Pool();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                System.out.println(new CountedInConstructor().id + new Session(stats).ownOk);
                pool.open();
            }).start();
        }
        System.out.println(pool.countBad());
    }
}
