/** Two parts know two stores: what is done under one manager's monitor is not done under another's. */
public class PartsKnowDifferent {
    static class Store {
        private int size;

        void growBad() {
            size++;  // expect: data-race PartsKnowDifferent$Store.size
        }

        int size() {
            return size;
        }
    }

    static class Pages {
        private final Store store;

        Pages(Store store) {
            this.store = store;
        }

        void add() {
            store.growBad();
        }
    }

    static class Manager {
        private final Store store = new Store();
        private final Pages pages;

        Manager(Manager other) {
            pages = new Pages(other == null ? store : other.store);
        }

        synchronized void insert() {
            pages.add();
        }

        synchronized int size() {
            return store.size();
        }
    }

    public static void main(String[] args) {
        Manager manager = new Manager(null);
        for (int i = 0; i < 2; i++) {
            Manager next = new Manager(manager);
            new Thread(manager::size).start();
            new Thread(next::insert).start();
        }
    }
}
