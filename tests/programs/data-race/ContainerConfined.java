import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Each call uses collections of its own. */
public class ContainerConfined {
    static int countOk(String text) {
        Map<Character, Integer> counts = new HashMap<>();
        List<Character> order = new ArrayList<>();
        for (char letter : text.toCharArray()) {
            counts.merge(letter, 1, Integer::sum);
            order.add(letter);
        }
        return counts.size() + order.size();
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(countOk("abba"))).start();
        new Thread(() -> System.out.println(countOk("queen"))).start();
    }
}
