/** Double-checked locking without volatile: the first look may see a half-made object. */
public class DoubleCheckedPlain {
    private static DoubleCheckedPlain instance;
    private int size = 3;

    static DoubleCheckedPlain instanceBad() {
        if (instance == null) {
            synchronized (DoubleCheckedPlain.class) {
                if (instance == null) {
                    instance = new DoubleCheckedPlain();  // expect: data-race DoubleCheckedPlain.instance
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(instanceBad().size)).start();
        System.out.println(instanceBad().size);
    }
}
