/** Where the program itself shares such an object between threads, it races all the same. */
public class AnnotatedNotThreadSafeShared {
    @interface NotThreadSafe {}

    @NotThreadSafe
    static class Cursor {
        private int place;

        int nextBad() {
            return place++;  // expect: data-race AnnotatedNotThreadSafeShared$Cursor.place
        }
    }

    public static void main(String[] args) {
        Cursor cursor = new Cursor();
        new Thread(cursor::nextBad).start();
        new Thread(cursor::nextBad).start();
    }
}
