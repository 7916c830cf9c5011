/** The inner class locks the outer object, whose field it changes. */
public class LockOuterThis {
    private int total;

    class AdderOk implements Runnable {
        @Override
        public void run() {
            synchronized (LockOuterThis.this) {
                total++;
            }
        }
    }

    synchronized int total() {
        return total;
    }

    public static void main(String[] args) {
        LockOuterThis outer = new LockOuterThis();
        new Thread(outer.new AdderOk()).start();
        new Thread(outer.new AdderOk()).start();
        System.out.println(outer.total());
    }
}
