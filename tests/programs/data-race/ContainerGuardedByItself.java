import java.util.ArrayList;
import java.util.List;

/** The list's own monitor guards it. */
public class ContainerGuardedByItself {
    private static final List<String> NAMES = new ArrayList<>();

    static void addOk(String name) {
        synchronized (NAMES) {
            NAMES.add(name);
        }
    }

    static void showOk() {
        synchronized (NAMES) {
            for (String name : NAMES) {
                System.out.println(name);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> addOk("Ada")).start();
        showOk();
    }
}
