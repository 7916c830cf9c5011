/** Plain reads and writes of volatile fields. */
public class Volatiles {
    private volatile int level;
    private volatile String name = "none";

    void setOk() {
        level = 3;
        name = "three";
    }

    public static void main(String[] args) {
        Volatiles shared = new Volatiles();
        new Thread(shared::setOk).start();
        System.out.println(shared.level + shared.name);
    }
}
