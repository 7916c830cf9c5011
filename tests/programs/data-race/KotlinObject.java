/** Kotlin's `object`: a singleton INSTANCE with a mutable property. */
public class KotlinObject {
    static final class Registry {
        static final Registry INSTANCE = new Registry();
        private int size;

        private Registry() {}

        int getSize() {
            return size;
        }

        void setSizeBad(int value) {
            size = value;  // expect: data-race KotlinObject$Registry.size
        }
    }

    public static void main(String[] args) {
        new Thread(() -> Registry.INSTANCE.setSizeBad(3)).start();
        System.out.println(Registry.INSTANCE.getSize());
    }
}
