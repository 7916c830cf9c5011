/** A static synchronized method locks the class, an instance method the object. */
public class StaticAndInstanceSynchronized {
    private static int count;

    static synchronized int count() {
        return count;
    }

    synchronized void upBad() {
        count = 1;  // expect: data-race StaticAndInstanceSynchronized.count
    }

    public static void main(String[] args) {
        StaticAndInstanceSynchronized shared = new StaticAndInstanceSynchronized();
        new Thread(shared::upBad).start();
        System.out.println(count());
    }
}
