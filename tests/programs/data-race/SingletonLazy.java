/** A lazy singleton without a lock: two may be made, and one be seen half-made. */
public class SingletonLazy {
    private static SingletonLazy instance;
    private int size;

    private SingletonLazy() {
        size = 3;
    }

    static SingletonLazy instanceBad() {
        if (instance == null) {
            instance = new SingletonLazy();  // expect: data-race SingletonLazy.instance
        }
        return instance;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(instanceBad().size)).start();
        System.out.println(instanceBad().size);
    }
}
