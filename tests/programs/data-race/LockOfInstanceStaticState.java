/** Each instance locks itself, but the counter belongs to all of them. */
public class LockOfInstanceStaticState {
    private static int created;

    synchronized void createBad() {
        created++;  // expect: data-race LockOfInstanceStaticState.created
    }

    public static void main(String[] args) {
        LockOfInstanceStaticState first = new LockOfInstanceStaticState();
        LockOfInstanceStaticState second = new LockOfInstanceStaticState();
        new Thread(first::createBad).start();
        new Thread(second::createBad).start();
    }
}
