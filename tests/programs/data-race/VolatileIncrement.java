/** `++` on a volatile field loses updates, but it is not a data race: it is another rule's. */
public class VolatileIncrement {
    private volatile int count;

    void countOk() {
        count++;
    }

    public static void main(String[] args) {
        VolatileIncrement shared = new VolatileIncrement();
        new Thread(shared::countOk).start();
        new Thread(shared::countOk).start();
    }
}
