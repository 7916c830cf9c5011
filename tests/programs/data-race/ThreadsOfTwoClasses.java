/** A writer thread and a reader thread share a mailbox. */
public class ThreadsOfTwoClasses {
    static class Mailbox {
        String letter = "none";
    }

    static class WriterBad extends Thread {
        private final Mailbox box;

        WriterBad(Mailbox box) {
            this.box = box;
        }

        @Override
        public void run() {
            box.letter = "hello";  // expect: data-race ThreadsOfTwoClasses$Mailbox.letter
        }
    }

    static class ReaderBad extends Thread {
        private final Mailbox box;

        ReaderBad(Mailbox box) {
            this.box = box;
        }

        @Override
        public void run() {
            System.out.println(box.letter);
        }
    }

    public static void main(String[] args) {
        Mailbox box = new Mailbox();
        new WriterBad(box).start();
        new ReaderBad(box).start();
    }
}
