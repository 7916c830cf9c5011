/** The accessor is synchronized: made once, seen whole. */
public class SingletonLazySynchronized {
    private static SingletonLazySynchronized instance;
    private int size = 3;

    static synchronized SingletonLazySynchronized instanceOk() {
        if (instance == null) {
            instance = new SingletonLazySynchronized();
        }
        return instance;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(instanceOk().size)).start();
        System.out.println(instanceOk().size);
    }
}
