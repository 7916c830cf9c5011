/** An override forgets the `synchronized` of the method that it overrides. */
public class InheritedOverride {
    static class Counter {
        protected int count;

        synchronized void countBad() {
            count++;
        }
    }

    static class Quick extends Counter {
        @Override
        void countBad() {
            count++;  // expect: data-race InheritedOverride$Counter.count
        }
    }

    public static void main(String[] args) {
        Counter safe = new Counter();
        new Thread(safe::countBad).start();
        new Thread(safe::countBad).start();
        Counter quick = new Quick();
        new Thread(quick::countBad).start();
        new Thread(quick::countBad).start();
    }
}
