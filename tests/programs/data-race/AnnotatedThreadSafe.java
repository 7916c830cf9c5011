/** A class that says that it is thread-safe, and is not. */
public class AnnotatedThreadSafe {
    @interface ThreadSafe {}

    @ThreadSafe
    public static class Counter {
        private int count;

        public void countBad() {
            count++;  // expect: data-race AnnotatedThreadSafe$Counter.count
        }

        public synchronized int count() {
            return count;
        }
    }
}
