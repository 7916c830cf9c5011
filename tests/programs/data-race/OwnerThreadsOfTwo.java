// snarl: --open OwnerThreadsOfTwo
/** Two threads that an object knows, and asks for by different methods, are two. */
public class OwnerThreadsOfTwo {
    private volatile Thread producer;
    private volatile Thread consumer;
    private int itemsBad;

    private boolean isProducer() {
        return Thread.currentThread() == producer;
    }

    private boolean isConsumer() {
        return Thread.currentThread() == consumer;
    }

    public void begin(boolean produces) {
        if (produces) {
            producer = Thread.currentThread();
        } else {
            consumer = Thread.currentThread();
        }
    }

    public void addBad() {
        if (isProducer()) {
            itemsBad++;  // expect: data-race OwnerThreadsOfTwo.itemsBad
        }
    }

    public void removeBad() {
        if (isConsumer()) {
            itemsBad--;
        }
    }
}
