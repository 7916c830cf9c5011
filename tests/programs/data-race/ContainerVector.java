import java.util.Hashtable;
import java.util.Map;
import java.util.Properties;
import java.util.Vector;

/** The old collections synchronize themselves. */
public class ContainerVector {
    private static final Vector<String> NAMES = new Vector<>();
    private static final Map<String, Integer> AGES = new Hashtable<>();
    private static final Properties SETTINGS = new Properties();

    static void addOk(String name) {
        NAMES.add(name);
        AGES.put(name, 1);
        SETTINGS.setProperty(name, "yes");
    }

    public static void main(String[] args) {
        new Thread(() -> addOk("Ada")).start();
        new Thread(() -> addOk("Bob")).start();
        System.out.println(NAMES.size() + AGES.size());
    }
}
