import java.util.List;
import java.util.Map;

/** Immutable collections. */
public class ContainerImmutable {
    private static final List<String> NAMES = List.of("Ada", "Bob");
    private static final Map<String, Integer> AGES = Map.of("Ada", 36);

    static void showOk() {
        for (String name : NAMES) {
            System.out.println(AGES.get(name));
        }
    }

    public static void main(String[] args) {
        new Thread(ContainerImmutable::showOk).start();
        showOk();
    }
}
