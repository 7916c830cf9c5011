/** A flag that is set and asked through methods, as properties are. */
public class VolatileFlagBehindMethods {
    static class Box {
        private volatile boolean ready;
        private int data;
        private int moreBad;

        boolean isReady() {
            return ready;
        }

        void setReady(boolean ready) {
            this.ready = ready;
        }
    }

    public static void main(String[] args) {
        Box box = new Box();
        new Thread(() -> {
            box.data = 1;
            box.setReady(true);
            box.moreBad = 2;  // expect: data-race VolatileFlagBehindMethods$Box.moreBad
        }).start();
        while (!box.isReady()) {
            Thread.onSpinWait();
        }
        System.out.println(box.data + box.moreBad);
    }
}
