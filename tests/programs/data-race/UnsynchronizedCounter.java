/** Two threads increment one counter, and nothing orders them. */
public class UnsynchronizedCounter {
    static class Counter {
        int count;

        void incrementBad() {
            count++;  // expect: data-race UnsynchronizedCounter$Counter.count
        }
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        new Thread(counter::incrementBad).start();
        new Thread(counter::incrementBad).start();
    }
}
