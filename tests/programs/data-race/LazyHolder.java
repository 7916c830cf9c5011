/** The holder class is initialized once, when it is first used. */
public class LazyHolder {
    private int size;

    private LazyHolder() {
        size = 3;
    }

    private static class Holder {
        static final LazyHolder INSTANCE = new LazyHolder();
    }

    static LazyHolder instanceOk() {
        return Holder.INSTANCE;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(instanceOk().size)).start();
        System.out.println(instanceOk().size);
    }
}
