import java.util.HashMap;
import java.util.Map;

/** A static flag that is checked twice publishes what was set before it, and nothing that is set after it. */
public class DoubleCheckedStaticFlag {
    private static volatile boolean done;
    private static int value;
    private static Map<String, String> names;
    private static volatile boolean early;
    private static int late;

    static int getOk() {
        if (!done) {
            synchronized (DoubleCheckedStaticFlag.class) {
                if (!done) {
                    value = 42;
                    names = new HashMap<>();
                    names.put("Ada", "Lovelace");
                    done = true;
                }
            }
        }
        return value + names.size();
    }

    static int getBad() {
        if (!early) {
            synchronized (DoubleCheckedStaticFlag.class) {
                if (!early) {
                    early = true;
                    late = 3;  // expect: data-race DoubleCheckedStaticFlag.late
                }
            }
        }
        return late;  // expect: data-race DoubleCheckedStaticFlag.late
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(getOk() + getBad())).start();
        }
    }
}
