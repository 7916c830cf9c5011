import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lists of the JDK that never change: who adds to one is refused. */
public class ContainerEmptyList {
    private static final List<String> SHARED = new ArrayList<>();
    private static volatile List<String> last = Collections.emptyList();

    static void keepOk(int count) {
        if (count > 1) {
            last = count > 2 ? Collections.singletonList("one") : Collections.nCopies(3, "two");
        }
        if (count < 0) {
            last.add("refused");
        }
    }

    static int countOk() {
        return last.size();
    }

    static void fillBad(boolean hasName) {
        List<String> list = hasName ? SHARED : Collections.emptyList();
        list.add("name"); // expect: data-race ContainerEmptyList.SHARED
    }

    public static void main(String[] args) {
        Runnable work = () -> {
            keepOk(args.length);
            countOk();
            fillBad(args.length > 1);
        };
        new Thread(work).start();
        new Thread(work).start();
    }
}
