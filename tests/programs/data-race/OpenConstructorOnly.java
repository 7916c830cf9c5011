/** What only the constructor writes does not race in an open program. */
public class OpenConstructorOnly {
    private int size;
    private String name;

    public OpenConstructorOnly(int size) {
        this.size = size;
        name = describe(size);
    }

    private static String describe(int size) {
        return "of size " + size;
    }

    public String nameOk() {
        return name + size;
    }
}
