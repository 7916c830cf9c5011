import java.util.HashMap;
import java.util.Map;

/** A HashMap that is filled before the threads start, and then only read. */
public class ContainerReadOnly {
    private static final Map<String, Integer> AGES = new HashMap<>();

    static void readOk() {
        System.out.println(AGES.get("Ada"));
    }

    public static void main(String[] args) {
        AGES.put("Ada", 36);
        new Thread(ContainerReadOnly::readOk).start();
        new Thread(ContainerReadOnly::readOk).start();
        System.out.println(AGES.size());
    }
}
