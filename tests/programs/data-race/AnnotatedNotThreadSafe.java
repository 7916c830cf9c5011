/** A class that says that it is not made for threads: its callers lock. */
public class AnnotatedNotThreadSafe {
    @interface NotThreadSafe {}

    @NotThreadSafe
    public static class CursorOk {
        private int place;

        public int next() {
            return place++;
        }
    }
}
