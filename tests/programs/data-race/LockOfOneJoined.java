/** Whoever joins the texts of two holds the lock of one of them, not of the other. */
public class LockOfOneJoined {
    static class Part {
        private int sizeBad;

        synchronized void resize(int size) {
            sizeBad = size;  // expect: data-race LockOfOneJoined$Part.sizeBad
        }

        @Override
        public String toString() {
            return sizeBad > 1 ? "parts" : "part";
        }
    }

    static class Whole {
        private int sizeOk;

        synchronized void resize(int size) {
            sizeOk = size;
        }

        synchronized String text(int number) {
            return "whole " + this + number;
        }

        @Override
        public String toString() {
            return sizeOk > 1 ? "many" : "one";
        }
    }

    private final Part part = new Part();
    private final Part other = new Part();
    private final Whole whole = new Whole();

    String text() {
        synchronized (part) {
            return part + " beside " + other;
        }
    }

    public static void main(String[] args) {
        LockOfOneJoined both = new LockOfOneJoined();
        for (int i = 0; i < 2; i++) {
            int size = i;
            new Thread(() -> {
                both.part.resize(size);
                both.other.resize(size);
                both.whole.resize(size);
                System.out.println(both.text() + both.whole.text(size));
            }).start();
        }
    }
}
