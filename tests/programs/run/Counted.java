/** Paper 5, figure 1: of three fields that two tasks count up, one is shared and not guarded. */
public final class Counted {
    private Counted() {}

    static final class Task implements Runnable {
        static int shared;
        static int guarded;
        int own;

        @Override
        public void run() {
            System.out.println(shared++);
            synchronized (Task.class) {
                System.out.println(guarded++);
            }
            System.out.println(own++);
        }
    }

    public static void main(String[] args) {
        new Thread(new Task(), "one").start();
        new Thread(new Task(), "two").start();
    }
}
