/** One exception for all threads, which counts how often it was thrown. */
public class ExceptionShared {
    static class Counted extends RuntimeException {
        private int times;

        void thrown() {
            times++;  // expect: data-race ExceptionShared$Counted.times
        }

        boolean isOften() {
            return times > 10;
        }
    }

    private static final Counted ONLY = new Counted();

    static void failBad() {
        ONLY.thrown();
        if (ONLY.isOften()) {
            throw ONLY;
        }
    }

    public static void main(String[] args) {
        new Thread(ExceptionShared::failBad).start();
        new Thread(ExceptionShared::failBad).start();
    }
}
