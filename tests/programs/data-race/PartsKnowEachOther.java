/** The parts of a manager know each other; all of them are used under the manager's monitor. */
public class PartsKnowEachOther {
    static class Store {
        private int size;

        void growOk() {
            size++;
        }

        int sizeOk() {
            return size;
        }
    }

    static class Pages {
        private final Store store;

        Pages(Store store) {
            this.store = store;
        }

        void addOk() {
            store.growOk();
        }
    }

    static class Manager {
        private final Store store = new Store();
        private final Pages pages = new Pages(store);

        synchronized void insertOk() {
            pages.addOk();
        }

        synchronized int sizeOk() {
            return store.sizeOk();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Manager manager = new Manager();
            new Thread(manager::insertOk).start();
            new Thread(manager::sizeOk).start();
        }
    }
}
