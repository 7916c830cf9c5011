import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lambdas that are run by the thread that made them, while another thread runs beside. */
public class LambdaSameThread {
    private static int calls;
    private static final Map<String, Integer> SIZES = new HashMap<>();

    static void workOk() {
        List<String> words = new ArrayList<>(List.of("one", "three"));
        words.forEach(word -> calls++);
        words.sort((left, right) -> {
            calls++;
            return left.compareTo(right);
        });
        Optional.of("two").map(word -> calls++);
        SIZES.computeIfAbsent("six", word -> ++calls);
        words.removeIf(word -> calls++ > 100);
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println("beside")).start();
        workOk();
        System.out.println(calls);
    }
}
