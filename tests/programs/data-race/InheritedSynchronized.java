/** The subclass uses the superclass's synchronized methods. */
public class InheritedSynchronized {
    static class Base {
        private int value;

        protected synchronized void add(int amount) {
            value += amount;
        }
    }

    static class Twice extends Base {
        void twiceOk() {
            add(1);
            add(1);
        }
    }

    public static void main(String[] args) {
        Twice shared = new Twice();
        new Thread(shared::twiceOk).start();
        new Thread(shared::twiceOk).start();
    }
}
