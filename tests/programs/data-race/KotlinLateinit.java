/** Kotlin's `lateinit var`, set by one thread and asked by another. */
public class KotlinLateinit {
    private StringBuilder buffer;

    StringBuilder getBuffer() {
        StringBuilder set = buffer;
        if (set == null) {
            throw new IllegalStateException("lateinit property buffer has not been initialized");
        }
        return set;
    }

    void setUpBad() {
        buffer = new StringBuilder();  // expect: data-race field KotlinLateinit.buffer
    }

    public static void main(String[] args) {
        KotlinLateinit shared = new KotlinLateinit();
        new Thread(shared::setUpBad).start();
        try {
            System.out.println(shared.getBuffer() != null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
