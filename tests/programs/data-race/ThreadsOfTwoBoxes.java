/** Two pairs of threads and boxes, each thread with a box of its own. */
public class ThreadsOfTwoBoxes {
    static class Mailbox {
        String letter = "none";
    }

    static class WriterOk extends Thread {
        private final Mailbox box;

        WriterOk(Mailbox box) {
            this.box = box;
        }

        @Override
        public void run() {
            box.letter = "hello from " + getName();
        }
    }

    public static void main(String[] args) {
        Mailbox left = new Mailbox();
        Mailbox right = new Mailbox();
        new WriterOk(left).start();
        new WriterOk(right).start();
    }
}
