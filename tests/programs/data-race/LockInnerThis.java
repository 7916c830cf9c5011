/** `this` of an inner class is not the object whose field it changes. */
public class LockInnerThis {
    private int total;

    class Adder implements Runnable {
        @Override
        public void run() {
            addBad();
        }

        private synchronized void addBad() {
            total++;  // expect: data-race LockInnerThis.total
        }
    }

    public static void main(String[] args) {
        LockInnerThis outer = new LockInnerThis();
        new Thread(outer.new Adder()).start();
        new Thread(outer.new Adder()).start();
    }
}
