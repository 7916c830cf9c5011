/** Final fields, read by another thread: after their constructor has ended, and before that. */
public final class FinalFields {
    private FinalFields() {}

    static final class Finished {
        final int value;

        Finished(int value) {
            this.value = value;
        }
    }

    static final class Escaped implements Runnable {
        final int value;

        Escaped(int value) throws InterruptedException {
            this.value = value;
            Thread thread = new Thread(this, "reader");
            thread.start();
            thread.join();
        }

        @Override
        public void run() {
            System.out.println(value);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Finished finished = new Finished(1);
        Thread thread = new Thread(() -> System.out.println(finished.value), "other");
        thread.start();
        thread.join();
        new Escaped(2);
    }
}
